package dev.holdfast.bench.contender;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Plain SQL that does what can be done about dead entries: no index names a column that leasing changes and pages are
 * half empty, so that a lease is a HOT update, and each connection asks only for what lies behind the last job it got.
 */
public final class RawCursor extends RawQueue {
    public RawCursor(String url, Map<String, String> settings) {
        super(url, settings);
    }

    @Override
    public void prepare() throws SQLException {
        execute("create table raw_jobs (id bigint generated always as identity primary key, queue text not null,"
                + " run_at timestamptz not null default now(), state smallint not null default 0, owner int,"
                + " payload jsonb not null default '{}') with (fillfactor = 45)");
        execute("create index raw_ready on raw_jobs (queue, run_at, id)");
    }

    @Override
    Leases leases(Connection connection, int owner, int size) throws SQLException {
        // The size stands in the text: as a parameter it would cost a plan each time.
        PreparedStatement lease = connection.prepareStatement("update raw_jobs j set state = 1, owner = ? from"
                + " (select id from raw_jobs where queue = 'default' and (run_at, id) > (?, ?) and run_at <= now()"
                + " and state = 0 order by run_at, id limit " + size
                + " for update skip locked) due where j.id = due.id"
                + " returning j.id, j.payload, j.run_at");
        lease.setInt(1, owner);
        return new BehindTheLast(lease);
    }

    private static final class BehindTheLast implements Leases {
        private final PreparedStatement lease;
        private OffsetDateTime lastRunAt = OffsetDateTime.MIN;
        private long lastId;

        BehindTheLast(PreparedStatement lease) {
            this.lease = lease;
        }

        @Override
        public List<Long> next() throws SQLException {
            List<Long> ids = new ArrayList<>();
            lease.setObject(2, lastRunAt);
            lease.setLong(3, lastId);
            try (ResultSet rows = lease.executeQuery()) {
                while (rows.next()) {
                    ids.add(rows.getLong(1));
                    rows.getString(2);
                    pass(rows.getObject(3, OffsetDateTime.class), rows.getLong(1));
                }
            }
            if (ids.isEmpty()) {
                // What came late or was locked by another lies behind us.
                lastRunAt = OffsetDateTime.MIN;
                lastId = 0;
            }
            return ids;
        }

        private void pass(OffsetDateTime runAt, long id) {
            int order = runAt.compareTo(lastRunAt);
            if (order > 0 || (order == 0 && id > lastId)) {
                lastRunAt = runAt;
                lastId = id;
            }
        }

        @Override
        public void close() throws SQLException {
            lease.close();
        }
    }
}
