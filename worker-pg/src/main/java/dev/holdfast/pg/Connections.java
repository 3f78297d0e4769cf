package dev.holdfast.pg;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;
import org.postgresql.Driver;

/**
 * Makes connections, each bounded: by the server (statement, lock and idle-in-transaction timeouts, and a timeout for
 * a client that stops reading while it holds rows) and by a socket timeout for a server that does not answer.
 */
final class Connections {
    /** HikariCP accepts no shorter wait for a connection. */
    private static final long LEAST_POOL_WAIT_MS = 250;

    private final PgConfig config;

    Connections(PgConfig config) {
        this.config = config;
    }

    /** A pool that connects when it is first used, so that a store can be opened while its database is away. */
    HikariDataSource pool() {
        HikariConfig pool = new HikariConfig();
        pool.setPoolName("holdfast");
        pool.setJdbcUrl(config.url());
        pool.setMaximumPoolSize(config.options().poolSize());
        pool.setMinimumIdle(Math.min(2, config.options().poolSize()));
        pool.setInitializationFailTimeout(-1);
        pool.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
        pool.setConnectionTimeout(
                Math.max(LEAST_POOL_WAIT_MS, config.options().statementBound().toMillis()));
        pool.setValidationTimeout(
                Math.max(LEAST_POOL_WAIT_MS, config.options().lockBound().toMillis()));
        properties("holdfast", !config.isPooled())
                .forEach((name, value) -> pool.addDataSourceProperty((String) name, value));
        return new HikariDataSource(pool);
    }

    /** A connection to the server itself. */
    Connection direct(String name) throws SQLException {
        return connect(config.directUrl(), properties(name, true));
    }

    /** A connection like those of the pool. */
    Connection plain(String name) throws SQLException {
        return connect(config.url(), properties(name, !config.isPooled()));
    }

    private static Connection connect(String url, Properties properties) throws SQLException {
        return new Driver().connect(url, properties);
    }

    private Properties properties(String name, boolean ownsItsState) {
        Properties properties = new Properties();
        if (!config.user().isEmpty()) {
            properties.setProperty("user", config.user());
        }
        if (!config.password().isEmpty()) {
            properties.setProperty("password", config.password());
        }
        String seconds = Long.toString(socketSeconds());
        properties.setProperty("socketTimeout", seconds);
        properties.setProperty("connectTimeout", seconds);
        properties.setProperty("tcpKeepAlive", "true");
        if (ownsItsState) {
            properties.setProperty("ApplicationName", name);
            properties.setProperty("options", serverBounds());
        } else {
            // A pooler hands the connection on between transactions: what is set or prepared on it would be lost.
            properties.setProperty("prepareThreshold", "0");
            properties.setProperty("queryTimeout", Long.toString(querySeconds()));
        }
        return properties;
    }

    private long socketSeconds() {
        return Math.max(1, config.options().ttl().dividedBy(3).toSeconds());
    }

    /** Before the connection is given up, so that it is told what was too long. */
    private long querySeconds() {
        return Math.max(1, config.options().statementBound().toSeconds());
    }

    private String serverBounds() {
        long statement = config.options().statementBound().toMillis();
        return "-c statement_timeout=" + statement + " -c idle_in_transaction_session_timeout=" + statement
                + " -c tcp_user_timeout=" + statement + " -c lock_timeout="
                + config.options().lockBound().toMillis() + " -c jit=off";
    }
}
