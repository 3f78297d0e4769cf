package dev.holdfast.bench.contender;

import dev.holdfast.pg.Migrations;
import dev.holdfast.pg.PgConfig;
import dev.holdfast.pg.PgStore;
import dev.holdfast.queue.Session;
import dev.holdfast.queue.SessionInfo;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** The limit of PostgreSQL locks: the two functions of Holdfast's store over JDBC, a connection a thread. */
public final class RawLocks implements Contender {
    private static final Duration LONG = Duration.ofMinutes(10);

    private final String url;

    public RawLocks(String url, Map<String, String> settings) {
        this.url = url;
    }

    @Override
    public void prepare() {
        Migrations.migrate(PgConfig.of(url));
    }

    @Override
    public Map<String, Double> locks(int threads, int seconds) throws Exception {
        SessionInfo.ProcessInfo process = new SessionInfo.ProcessInfo("bench", 1, "now", "0");
        try (PgStore store = PgStore.open(PgConfig.of(url));
                Session session =
                        store.sessions().open(new SessionInfo("bench", process, Set.of("locker"), LONG, LONG));
                Connections connections = new Connections(url, session.id().value())) {
            return new LockPairs(seconds).on(threads, key -> connections.get().pair(key));
        }
    }

    @Override
    public void close() {}

    /** One connection for each thread that asks. */
    private static final class Connections implements AutoCloseable {
        private final java.util.Queue<Holder> all = new java.util.concurrent.ConcurrentLinkedQueue<>();
        private final ThreadLocal<Holder> mine;

        Connections(String url, long session) {
            mine = ThreadLocal.withInitial(() -> {
                Holder holder = new Holder(url, session);
                all.add(holder);
                return holder;
            });
        }

        Holder get() {
            return mine.get();
        }

        @Override
        public void close() throws SQLException {
            for (Holder holder : all) {
                holder.connection.close();
            }
        }
    }

    /** Takes and releases locks on one connection. */
    private static final class Holder {
        private final Connection connection;
        private final PreparedStatement claim;
        private final PreparedStatement release;

        Holder(String url, long session) {
            try {
                connection = DriverManager.getConnection(url);
                claim = connection.prepareStatement(
                        "select result from holdfast.claim('bench', ?, " + session + ", 0, 0, ?)");
                release = connection.prepareStatement("select holdfast.release('bench', ?, ?)");
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }

        void pair(String key) throws SQLException {
            UUID token = UUID.randomUUID();
            for (PreparedStatement statement : new PreparedStatement[] {claim, release}) {
                statement.setString(1, key);
                statement.setObject(2, token);
                statement.executeQuery().close();
            }
        }
    }
}
