package dev.holdfast.bench.contender;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A queue in plain SQL without a runtime: connections that lease a batch by one statement and delete it by another, each
 * a transaction of its own. Settings: {@code connections}, {@code batch}.
 */
abstract class RawQueue implements Contender {
    private static final int CHUNK = 10_000;

    private final String url;
    private final int connections;
    private final int batch;

    RawQueue(String url, Map<String, String> settings) {
        this.url = url;
        this.connections = Integer.parseInt(settings.getOrDefault("connections", "2"));
        this.batch = Integer.parseInt(settings.getOrDefault("batch", "500"));
    }

    /** Leases batch after batch over one connection. */
    interface Leases extends AutoCloseable {
        /** Ids of the next jobs; none if none is to be had just now. */
        List<Long> next() throws SQLException;

        @Override
        void close() throws SQLException;
    }

    abstract Leases leases(Connection connection, int owner, int size) throws SQLException;

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
                Leases leases = leases(connection, owner, batch);
                PreparedStatement end = connection.prepareStatement("delete from raw_jobs where id = any (?)")) {
            while (left.get() > 0) {
                List<Long> ids = leases.next();
                end.setArray(1, connection.createArrayOf("bigint", ids.toArray()));
                end.executeUpdate();
                left.addAndGet(-ids.size());
            }
        }
        return null;
    }

    final void execute(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    public void close() {}
}
