package dev.holdfast.app.demo;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * What the database says, read on a connection of the demo's own. Not thread-safe.
 *
 * <p>"This run" is every job with a greater id than the greatest at its start: the data outlives the demo.
 */
final class Records implements AutoCloseable {
    private static final String GREATEST = """
            select greatest((select coalesce(max(id), 0) from holdfast.jobs),
                            (select coalesce(max(id), 0) from holdfast.job_history))
            """;
    private static final String COUNTS = """
            with live as (select id, attempts from holdfast.jobs where id > ?),
                 past as (select id, attempts from holdfast.job_history where id > ?)
            select (select count(*) from (select id from live union select id from past) a),
                   (select count(*) from (select id from past except select id from live) f),
                   (select coalesce(sum(attempts), 0) from (select attempts from live union all
                                                            select attempts from past) t)
            """;

    private final Connection connection;
    private final long baseline;

    Records(String url) throws SQLException {
        connection = DriverManager.getConnection(url);
        baseline = number(GREATEST);
    }

    /** Counts of this run. */
    record Counts(long jobsIn, long jobsFinished, long attempts) {}

    long baseline() {
        return baseline;
    }

    Counts counts() throws SQLException {
        try (PreparedStatement statement = prepared(COUNTS, baseline, baseline);
                ResultSet row = statement.executeQuery()) {
            row.next();
            return new Counts(row.getLong(1), row.getLong(2), row.getLong(3));
        }
    }

    /** Jobs of this run that have not ended. */
    long live() throws SQLException {
        return number("select count(*) from holdfast.jobs where id > ?", baseline);
    }

    /** Keys of the locks a session holds. */
    List<String> locksOf(long session) throws SQLException {
        try (PreparedStatement statement =
                        prepared("select namespace || '/' || name from holdfast.locks where session_id = ?", session);
                ResultSet rows = statement.executeQuery()) {
            List<String> keys = new ArrayList<>();
            while (rows.next()) {
                keys.add(rows.getString(1));
            }
            return keys;
        }
    }

    boolean isLeasedBy(long job, long session) throws SQLException {
        return number("select count(*) from holdfast.jobs where id = ? and session_id = ?", job, session) > 0;
    }

    /** True while it is live and nobody runs it. */
    boolean isWaiting(long job) throws SQLException {
        return number("select count(*) from holdfast.jobs where id = ? and session_id is null", job) > 0;
    }

    boolean hasEnded(long session) throws SQLException {
        return number("select count(*) from holdfast.sessions where id = ? and ended_at is not null", session) > 0;
    }

    private long number(String sql, long... parameters) throws SQLException {
        try (PreparedStatement statement = prepared(sql, parameters);
                ResultSet row = statement.executeQuery()) {
            row.next();
            return row.getLong(1);
        }
    }

    private PreparedStatement prepared(String sql, long... parameters) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        for (int i = 0; i < parameters.length; i++) {
            statement.setLong(i + 1, parameters[i]);
        }
        return statement;
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
