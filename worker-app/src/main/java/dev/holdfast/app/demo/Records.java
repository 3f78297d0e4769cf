package dev.holdfast.app.demo;

import dev.holdfast.redis.RedisConfig;
import dev.holdfast.redis.RedisLockStore;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

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

    private static final int MOST_LOCKS = 10_000;

    private final Connection connection;
    private final Optional<RedisLockStore> redis;
    private final long baseline;

    /** @param redisUrl where locks are kept, if they are not in the database */
    Records(String url, Optional<String> redisUrl) throws SQLException {
        connection = DriverManager.getConnection(url);
        redis = redisUrl.map(RedisConfig::of).map(config -> RedisLockStore.open(config, () -> "demo"));
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

    /** Keys of the locks a session holds, wherever they are kept. */
    List<String> locksOf(long session) throws SQLException {
        return redis.isPresent() ? inRedis(session) : inPostgres(session);
    }

    private List<String> inRedis(long session) {
        return redis.orElseThrow().leftovers().list(MOST_LOCKS).stream()
                .filter(lock -> lock.origin()
                        .filter(origin -> origin.session().value() == session)
                        .isPresent())
                .map(lock -> lock.key().toString())
                .toList();
    }

    private List<String> inPostgres(long session) throws SQLException {
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
        redis.ifPresent(RedisLockStore::close);
        connection.close();
    }
}
