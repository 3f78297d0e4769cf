package dev.holdfast.pg;

import dev.holdfast.lease.FencingToken;
import dev.holdfast.lock.LockHolder;
import dev.holdfast.lock.LockInspector;
import dev.holdfast.lock.LockKey;
import dev.holdfast.lock.Steal;
import dev.holdfast.queue.StoreUnavailableException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransientException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Locks for people. */
final class PgLockInspector implements LockInspector {
    private static final String LIST = Sql.named("held-locks");
    private static final String FIND = Sql.named("held-lock");
    private static final String HONOURED = "select s.ttl_ms from holdfast.locks l"
            + " join holdfast.sessions s on s.id = l.session_id"
            + " where l.namespace = :namespace and l.name = :name and l.token is not null";
    private static final String STEAL =
            "select result, fence_no, holder, holder_fence" + " from holdfast.operator_steal(?, ?, ?, ?, ?)";
    private static final int MOST_MOVES = 10;

    private final Db db;
    private final boolean notify;

    PgLockInspector(Db db, boolean notify) {
        this.db = db;
        this.notify = notify;
    }

    @Override
    public List<Shown> list(int limit) {
        return db.read(
                "list locks",
                handle -> handle.createQuery(LIST)
                        .bind("limit", limit)
                        .map((row, context) -> shown(row))
                        .list());
    }

    @Override
    public Optional<Shown> find(LockKey key) {
        return db.read(
                "look at " + key,
                handle -> handle.createQuery(FIND)
                        .bind("namespace", key.namespace())
                        .bind("name", key.name())
                        .map((row, context) -> shown(row))
                        .findFirst());
    }

    @Override
    public Optional<Duration> honouredFor(LockKey key) {
        return db.read(
                "look at " + key,
                handle -> handle.createQuery(HONOURED)
                        .bind("namespace", key.namespace())
                        .bind("name", key.name())
                        .map((row, context) -> Duration.ofMillis(row.getLong(1)))
                        .findFirst());
    }

    private static Shown shown(ResultSet row) throws SQLException {
        return new Shown(
                new LockKey(row.getString("namespace"), row.getString("name")),
                new LockHolder(row.getString("holder"), new FencingToken(row.getLong("fence"))),
                row.getTimestamp("since").toInstant(),
                Optional.ofNullable(row.getString("revoked_reason")));
    }

    @Override
    public Optional<Stolen> steal(LockKey key, Steal request) {
        for (int moves = 0; moves < MOST_MOVES; moves++) {
            Answer answer = ask(key, request);
            if (!answer.result.equals("MOVED")) {
                return answer.stolen();
            }
        }
        throw new StoreUnavailableException(
                "steal " + key, new SQLTransientException("the lock changed hands " + MOST_MOVES + " times meanwhile"));
    }

    private Answer ask(LockKey key, Steal request) {
        return db.run("steal " + key, connection -> {
            try (Statement statement = new Statement(connection, STEAL)) {
                ResultSet row = statement
                        .text(key.namespace())
                        .text(key.name())
                        .flag(request.mode() == Steal.Mode.NOW)
                        .text(Texts.clean(request.reason()))
                        .flag(notify)
                        .row();
                return new Answer(row.getString(1), row.getLong(2), row.getString(3), row.getLong(4));
            }
        });
    }

    private record Answer(String result, long fence, String holder, long holderFence) {
        Optional<Stolen> stolen() {
            return result.equals("FREE")
                    ? Optional.empty()
                    : Optional.of(new Stolen(
                            new LockHolder(holder, new FencingToken(holderFence)),
                            result.equals("FREED"),
                            new FencingToken(fence)));
        }
    }
}
