package dev.holdfast.pg;

import dev.holdfast.lease.FencingToken;
import dev.holdfast.lock.LockKey;
import dev.holdfast.pg.Audit.Finding;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.SqlStatement;

/** Reads the ledger of locks, wherever they are kept. Thread-safe; blocks on the database. */
public final class LockHistory {
    /** Most findings of each kind. */
    private static final int MOST = 1_000;

    private static final String HOLDS = Sql.named("ledger-holds");
    private static final List<String> QUESTIONS = List.of(
            HOLDS + Sql.named("audit-overlaps"),
            HOLDS + Sql.named("audit-ends"),
            HOLDS + Sql.named("audit-fences"),
            HOLDS + Sql.named("audit-effects"));
    private static final String EVIDENCE = Sql.named("audit-evidence");
    private static final String STORY = HOLDS + Sql.named("explain-holds");
    private static final String ASIDES = Sql.named("explain-asides");
    private static final String DECLARE = Sql.named("declare-overlap");
    private static final String WAITING = "select job_id, until from holdfast.lock_waiters"
            + " where namespace = :namespace and name = :name order by ticket limit :limit";
    private static final String CAN_WAIT = "select to_regclass('holdfast.lock_waiters') is not null";

    private final Db db;

    LockHistory(Db db) {
        this.db = db;
    }

    /**
     * Looks for what should never be there. Every hold is taken as short as it can have been, so inaccurate times hide
     * the shortest overlaps and never make one up.
     *
     * @param since how far back
     */
    public Audit audit(Duration since) {
        return db.read("audit the ledger", handle -> {
            OffsetDateTime from = from(handle, since);
            List<Finding> all = new ArrayList<>();
            QUESTIONS.forEach(question -> all.addAll(found(handle, question, from)));
            return new Audit(
                    all.stream().filter(one -> one.kind().isFault()).toList(),
                    all.stream().filter(one -> !one.kind().isFault()).toList(),
                    evidence(handle, from));
        });
    }

    private static OffsetDateTime from(Handle handle, Duration since) {
        return handle.createQuery("select clock_timestamp() - :ms * interval '1 ms'")
                .bind("ms", since.toMillis())
                .mapTo(OffsetDateTime.class)
                .one();
    }

    private static List<Finding> found(Handle handle, String question, OffsetDateTime from) {
        return ofKey(handle.createQuery(question), Optional.empty())
                .bind("since", from)
                .bind("limit", MOST)
                .map((row, context) -> finding(row))
                .list();
    }

    private static Finding finding(ResultSet row) throws SQLException {
        return new Finding(
                Audit.Kind.valueOf(row.getString("finding")),
                new LockKey(row.getString("namespace"), row.getString("name")),
                row.getString("detail"));
    }

    private static Audit.Evidence evidence(Handle handle, OffsetDateTime from) {
        return handle.createQuery(EVIDENCE)
                .bind("since", from)
                .map((row, context) -> new Audit.Evidence(
                        row.getLong("holds"),
                        row.getLong("sampled_away"),
                        row.getLong("dropped"),
                        row.getLong("refused"),
                        row.getLong("unguarded"),
                        instant(row, "oldest")))
                .one();
    }

    /**
     * Records that an operator took a lock from its holder at once, if the store that keeps it has not done so here.
     *
     * @param victim fence of the holder
     * @param now greatest fence of the key since
     */
    public void declareOverlap(LockKey key, FencingToken victim, FencingToken now, String reason) {
        db.read(
                "record the steal of " + key,
                handle -> ofKey(handle.createUpdate(DECLARE), Optional.of(key))
                        .bind("victim", victim.value())
                        .bind("now", now.value())
                        .bind("reason", Texts.clean(reason))
                        .execute());
    }

    /**
     * Tells what became of one key.
     *
     * @param limit most holds, and most of everything else
     */
    public Story story(LockKey key, int limit) {
        return db.read(
                "explain " + key,
                handle ->
                        new Story(holds(handle, key, limit), asides(handle, key, limit), waiting(handle, key, limit)));
    }

    private static List<Story.Hold> holds(Handle handle, LockKey key, int limit) {
        return ofKey(handle.createQuery(STORY), Optional.of(key))
                .bind("since", OffsetDateTime.MIN)
                .bind("limit", limit)
                .map((row, context) -> hold(row))
                .list();
    }

    private static Story.Hold hold(ResultSet row) throws SQLException {
        Optional<Instant> sessionEnded = instant(row, "session_ended");
        Optional<String> why = Optional.ofNullable(row.getString("why"))
                .or(() -> sessionEnded.map(at -> "not told: its process died, and its session was ended at " + at));
        return new Story.Hold(
                who(row),
                Optional.ofNullable(row.getString("kind")),
                row.getLong("fence"),
                instant(row, "begun"),
                instant(row, "ended").or(() -> sessionEnded),
                why);
    }

    private static List<Story.Aside> asides(Handle handle, LockKey key, int limit) {
        return ofKey(handle.createQuery(ASIDES), Optional.of(key))
                .bind("limit", limit)
                .map((row, context) -> new Story.Aside(
                        row.getString("what"), instant(row, "at").orElseThrow(), who(row), row.getString("detail")))
                .list();
    }

    private static List<Story.Waiting> waiting(Handle handle, LockKey key, int limit) {
        if (!handle.createQuery(CAN_WAIT).mapTo(Boolean.class).one()) {
            return List.of();
        }
        return ofKey(handle.createQuery(WAITING), Optional.of(key))
                .bind("limit", limit)
                .map((row, context) -> new Story.Waiting(
                        row.getLong("job_id"), instant(row, "until").orElseThrow()))
                .list();
    }

    private static <S extends SqlStatement<S>> S ofKey(S statement, Optional<LockKey> key) {
        return statement
                .bind("namespace", key.map(LockKey::namespace).orElse(null))
                .bind("name", key.map(LockKey::name).orElse(null));
    }

    private static String who(ResultSet row) throws SQLException {
        return "job " + row.getLong("job_id") + " of session " + row.getLong("session_id");
    }

    private static Optional<Instant> instant(ResultSet row, String column) throws SQLException {
        return Optional.ofNullable(row.getTimestamp(column)).map(java.sql.Timestamp::toInstant);
    }
}
