package dev.holdfast.bench.contender;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The limit: what plain SQL reaches with the textbook shape, a state column, a partial index on it, lease by
 * {@code UPDATE … SKIP LOCKED}, end by {@code DELETE}.
 */
public final class RawSql extends RawQueue {
    public RawSql(String url, Map<String, String> settings) {
        super(url, settings);
    }

    @Override
    public void prepare() throws SQLException {
        execute("create table raw_jobs (id bigint generated always as identity primary key, queue text not null,"
                + " run_at timestamptz not null default now(), state smallint not null default 0, owner int,"
                + " payload jsonb not null default '{}')");
        execute("create index raw_ready on raw_jobs (queue, run_at, id) where state = 0");
    }

    @Override
    Leases leases(Connection connection, int owner, int size) throws SQLException {
        // The size stands in the text: as a parameter it would cost a plan each time.
        PreparedStatement lease = connection.prepareStatement("update raw_jobs j set state = 1, owner = ? from"
                + " (select id from raw_jobs where queue = 'default' and state = 0 and run_at <= now()"
                + " order by run_at, id limit " + size + " for update skip locked) due where j.id = due.id"
                + " returning j.id, j.payload");
        lease.setInt(1, owner);
        return new FromTheHead(lease);
    }

    private record FromTheHead(PreparedStatement lease) implements Leases {
        @Override
        public List<Long> next() throws SQLException {
            List<Long> ids = new ArrayList<>();
            try (ResultSet rows = lease.executeQuery()) {
                while (rows.next()) {
                    ids.add(rows.getLong(1));
                    rows.getString(2);
                }
            }
            return ids;
        }

        @Override
        public void close() throws SQLException {
            lease.close();
        }
    }
}
