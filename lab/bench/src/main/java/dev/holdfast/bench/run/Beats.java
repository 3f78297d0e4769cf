package dev.holdfast.bench.run;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;

/** Counts what the sessions of a database send, by pg_stat_statements. For one thread. */
final class Beats implements AutoCloseable {
    private static final String COUNT = "select coalesce(sum(calls), 0), coalesce(sum(wal_records), 0),"
            + " coalesce(sum(calls) filter (where beat), 0), coalesce(sum(wal_bytes) filter (where beat), 0),"
            + " coalesce(sum(rows) filter (where beat), 0)"
            + " from (select *, query ~ 'set beat = beat' as beat from pg_stat_statements"
            + " where toplevel and query !~ 'pg_stat_'"
            + " and dbid = (select oid from pg_database where datname = current_database())) s";

    private final Connection connection;

    /** On a database whose server has pg_stat_statements loaded. */
    Beats(Database database) throws SQLException {
        connection = database.connect();
        execute("create extension if not exists pg_stat_statements");
        reset();
    }

    /**
     * What was sent since the last reset.
     *
     * @param beats statements that were heartbeats
     * @param beatBytes of WAL that they wrote
     * @param records of WAL that all wrote; bytes would tell little, since the first touch of a page after a checkpoint
     *     takes the whole page with it
     */
    record Seen(double statements, double records, double beats, double beatBytes, double beatRows) {}

    void reset() throws SQLException {
        execute("select pg_stat_statements_reset()");
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    void await(int beats) throws SQLException, InterruptedException {
        while (seen().beats() < beats) {
            TimeUnit.MILLISECONDS.sleep(20);
        }
    }

    Seen seen() throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(COUNT)) {
            row.next();
            return new Seen(row.getDouble(1), row.getDouble(2), row.getDouble(3), row.getDouble(4), row.getDouble(5));
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
