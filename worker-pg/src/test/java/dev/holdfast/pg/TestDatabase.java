package dev.holdfast.pg;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.holdfast.embedded.EmbeddedPostgres;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

/** A migrated database of a test class's own on the tests' server, and a back door into it. Thread-safe. */
final class TestDatabase implements AutoCloseable {
    static final Duration TTL = Duration.ofSeconds(2);

    private static final List<String> TABLES = List.of(
            "sessions",
            "jobs",
            "leases",
            "deliveries",
            "queues",
            "job_history",
            "locks",
            "lock_steals",
            "lock_events",
            "lock_waiters",
            "idle",
            "effects",
            "effect_keys");

    private final String url;

    @GuardedBy("this")
    private Connection connection;

    private TestDatabase(String url) {
        this.url = url;
    }

    static TestDatabase create() {
        TestDatabase database = empty();
        Migrations.migrate(database.config());
        return database;
    }

    static TestDatabase empty() {
        return new TestDatabase(EmbeddedPostgres.shared().createDatabase());
    }

    String url() {
        return url;
    }

    PgConfig config() {
        return PgConfig.of(url);
    }

    /** The same, with bounds that suit sessions of a short ttl: for tests that wait for a bound. */
    PgConfig impatient() {
        return config().with(PgConfig.Options.DEFAULTS.withTtl(TTL));
    }

    /** The same as {@link #impatient}, reached through a port where a proxy listens. */
    PgConfig through(int port) {
        String through = url.replace(":" + EmbeddedPostgres.shared().port() + "/", ":" + port + "/");
        return PgConfig.of(through).with(impatient().options());
    }

    Connection connect() throws SQLException {
        return DriverManager.getConnection(url);
    }

    synchronized void execute(String sql) {
        try (java.sql.Statement statement = backDoor().createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    /** First column of the first row, as text; null if there is none. */
    synchronized String ask(String sql) {
        try (java.sql.Statement statement = backDoor().createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            return rows.next() ? rows.getString(1) : null;
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    private synchronized Connection backDoor() throws SQLException {
        if (connection == null) {
            connection = connect();
        }
        return connection;
    }

    long count(String sql) {
        return Long.parseLong(ask(sql));
    }

    /** Deletes; truncating every partition takes ten times as long. */
    void clear() {
        execute(TABLES.stream().map(table -> "delete from holdfast." + table).collect(Collectors.joining(";")));
    }

    @Override
    public synchronized void close() throws SQLException {
        if (connection != null) {
            connection.close();
        }
    }
}
