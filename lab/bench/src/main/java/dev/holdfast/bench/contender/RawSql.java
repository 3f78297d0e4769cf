package dev.holdfast.bench.contender;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The limit: what plain SQL without a runtime reaches with the textbook shape, a state column, a partial index on it,
 * lease by {@code UPDATE … SKIP LOCKED}, end by {@code DELETE}. Settings: {@code connections}, {@code batch}.
 */
public final class RawSql implements Contender {
    private static final int CHUNK = 10_000;

    private final String url;
    private final int connections;
    private final int batch;

    public RawSql(String url, Map<String, String> settings) {
        this.url = url;
        this.connections = Integer.parseInt(settings.getOrDefault("connections", "2"));
        this.batch = Integer.parseInt(settings.getOrDefault("batch", "500"));
    }

    @Override
    public void prepare() throws SQLException {
        execute("create table raw_jobs (id bigint generated always as identity primary key, queue text not null,"
                + " run_at timestamptz not null default now(), state smallint not null default 0, owner int,"
                + " payload jsonb not null default '{}')");
        execute("create index raw_ready on raw_jobs (queue, run_at, id) where state = 0");
    }

    @Override
    public void fill(int jobs) throws SQLException {
        for (int left = jobs; left > 0; left -= CHUNK) {
            execute("insert into raw_jobs (queue) select 'default' from generate_series(1, " + Math.min(left, CHUNK)
                    + ")");
        }
    }

    @Override
    public void drain(int jobs) throws Exception {
        AtomicInteger left = new AtomicInteger(jobs);
        ExecutorService threads = Executors.newFixedThreadPool(connections);
        try {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < connections; i++) {
                int owner = i;
                all.add(threads.submit(() -> drainAs(owner, left)));
            }
            for (Future<?> one : all) {
                one.get();
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } finally {
            threads.shutdown();
        }
    }

    private Void drainAs(int owner, AtomicInteger left) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                PreparedStatement lease = connection.prepareStatement("update raw_jobs j set state = 1, owner = ? from"
                        + " (select id from raw_jobs where queue = 'default' and state = 0 and run_at <= now()"
                        + " order by run_at, id limit ? for update skip locked) due where j.id = due.id"
                        + " returning j.id, j.payload");
                PreparedStatement end = connection.prepareStatement("delete from raw_jobs where id = any (?)")) {
            lease.setInt(1, owner);
            lease.setInt(2, batch);
            while (left.get() > 0) {
                Long[] ids = lease(lease);
                end.setArray(1, connection.createArrayOf("bigint", ids));
                end.executeUpdate();
                left.addAndGet(-ids.length);
            }
        }
        return null;
    }

    private static Long[] lease(PreparedStatement statement) throws SQLException {
        List<Long> ids = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                ids.add(rows.getLong(1));
                rows.getString(2);
            }
        }
        return ids.toArray(new Long[0]);
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                java.sql.Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    public void close() {}
}
