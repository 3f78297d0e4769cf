package dev.holdfast.bench.run;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** A database of one measurement; closing drops it. */
final class Database implements AutoCloseable {
    private final Server server;
    private final String name;

    Database(Server server, String name) {
        this.server = server;
        this.name = name;
    }

    String url() {
        return server.urlOf(name);
    }

    Connection connect() throws SQLException {
        return DriverManager.getConnection(url());
    }

    /** Takes what earlier work left to the server out of the next measurement: dead rows, statistics, dirty pages. */
    void calm() throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute("vacuum (analyze)");
            statement.execute("checkpoint");
        }
    }

    /** The server's processes that serve clients of this database, this one's aside; none if it may run elsewhere. */
    List<ProcessHandle> backends() throws SQLException {
        List<ProcessHandle> backends = new ArrayList<>();
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet pids = statement.executeQuery("select pid from pg_stat_activity"
                        + " where datname = current_database() and pid <> pg_backend_pid()")) {
            while (server.here() && pids.next()) {
                ProcessHandle.of(pids.getLong(1)).ifPresent(backends::add);
            }
        }
        return backends;
    }

    /** A REPEATABLE READ transaction that has looked: no row that dies from now on can be cleaned until it is closed. */
    Connection snapshot() throws SQLException {
        Connection connection = connect();
        connection.setAutoCommit(false);
        connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
        try (Statement statement = connection.createStatement()) {
            statement.execute("select count(*) from pg_class");
        }
        return connection;
    }

    @Override
    public void close() throws SQLException {
        server.execute("drop database if exists " + name + " with (force)");
    }
}
