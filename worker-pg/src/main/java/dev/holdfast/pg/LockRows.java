package dev.holdfast.pg;

import dev.holdfast.lease.FencingToken;
import dev.holdfast.lock.LockHolder;
import dev.holdfast.lock.LockKey;
import dev.holdfast.lock.Owner;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

/** The statements of a claim, each one round trip and one transaction. Thread-safe. */
final class LockRows {
    private static final String CLAIM =
            "select result, fence_no, holder, holder_token, 0 from holdfast.claim(?, ?, ?, ?, ?, ?)";
    private static final String RELEASE = "select holdfast.release(?, ?, ?, ?)";
    private static final String HOLDER = "select token from holdfast.locks where namespace = ? and name = ?";
    private static final String STEAL = "select result, fence_no, holder, holder_token, holder_ttl_ms"
            + " from holdfast.steal(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

    private final Db db;
    private final boolean notify;

    LockRows(Db db, boolean notify) {
        this.db = db;
        this.notify = notify;
    }

    /**
     * What a claiming statement answered.
     *
     * @param result {@code GRANTED}, {@code BUSY}, {@code LEASE_LOST} or {@code MOVED}
     * @param fence of the grant or of the holder
     * @param holder for people
     * @param holderToken of the holder; null if there is none
     * @param holderTtl of the holder's session, if a steal asked for it
     */
    record Answer(String result, long fence, String holder, UUID holderToken, Duration holderTtl) {
        static Answer of(ResultSet row) throws SQLException {
            return new Answer(
                    row.getString(1),
                    row.getLong(2),
                    row.getString(3),
                    row.getObject(4, UUID.class),
                    Duration.ofMillis(row.getLong(5)));
        }

        boolean isBusy() {
            return result.equals("BUSY");
        }

        LockHolder lockHolder() {
            return new LockHolder(holder, new FencingToken(fence));
        }
    }

    /** One step of a steal: what to do about whom. */
    record Step(String mode, UUID expected, String reason) {}

    Answer claim(LockKey key, Owner owner) {
        return db.run("claim " + key, connection -> {
            try (Statement statement = claiming(connection, CLAIM, key, owner)) {
                return Answer.of(statement.row());
            }
        });
    }

    boolean release(LockKey key, UUID token) {
        return db.run("release " + key, connection -> {
            try (Statement statement = new Statement(connection, RELEASE)) {
                return statement
                        .text(key.namespace())
                        .text(key.name())
                        .uuid(token)
                        .flag(notify)
                        .row()
                        .getBoolean(1);
            }
        });
    }

    Answer steal(LockKey key, Owner owner, Step step) {
        return db.run("steal " + key, connection -> {
            try (Statement statement = claiming(connection, STEAL, key, owner)) {
                ResultSet row = statement
                        .text(step.mode())
                        .uuid(step.expected())
                        .text(Texts.clean(step.reason()))
                        .flag(notify)
                        .row();
                return Answer.of(row);
            }
        });
    }

    private static Statement claiming(Connection connection, String sql, LockKey key, Owner owner) throws SQLException {
        return new Statement(connection, sql)
                .text(key.namespace())
                .text(key.name())
                .number(owner.lease().session().value())
                .integer(owner.lease().number())
                .number(owner.job().value())
                .uuid(owner.token().value());
    }

    /** Token of whoever holds the key now. */
    Optional<UUID> holder(LockKey key) {
        return db.run("look at " + key, connection -> {
            try (Statement statement = new Statement(connection, HOLDER)) {
                ResultSet rows =
                        statement.text(key.namespace()).text(key.name()).query();
                return rows.next() ? Optional.ofNullable(rows.getObject(1, UUID.class)) : Optional.empty();
            }
        });
    }
}
