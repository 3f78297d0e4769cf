package dev.holdfast.pg;

import java.util.UUID;

/** Writes holds into the ledger as if workers had told them, so many milliseconds ago. */
final class LedgerScene {
    static final String NAMESPACE = "pr-actuation";
    static final String NAME = "acme/site#7";

    private final TestDatabase database;

    LedgerScene(TestDatabase database) {
        this.database = database;
    }

    /** A session that lives, or that has ended. */
    long session(boolean ended) {
        return database.count("insert into holdfast.sessions (instance, host, pid, process_started, version, kinds,"
                + " ttl_ms, kill_deadline_ms, ended_at) values ('planted', 'h', 1, '0', 'test', '{}', 2000, 1000, "
                + (ended ? "clock_timestamp()" : "null") + ") returning id");
    }

    void complete(long session) {
        database.execute("insert into holdfast.lock_events (what, session_id, at) values ('COMPLETE', " + session
                + ", clock_timestamp())");
    }

    void dropped(long session, int events) {
        database.execute("insert into holdfast.lock_events (what, session_id, at, events) values ('DROPPED', " + session
                + ", clock_timestamp(), " + events + ")");
    }

    UUID granted(long session, long fence, long ago) {
        UUID token = UUID.randomUUID();
        put("GRANTED", session, token, fence, "null, null, " + at(ago) + ", ''");
        return token;
    }

    void released(long session, UUID token, long fence, long ago) {
        put("RELEASED", session, token, fence, "null, " + at(ago) + ", " + at(ago) + ", 'settled'");
    }

    /** Told at one moment, believed until an earlier one. */
    void lost(long session, UUID token, long fence, long told, long believed) {
        put("LOST", session, token, fence, "null, " + at(believed) + ", " + at(told) + ", 'lost: a test'");
    }

    UUID held(long session, long fence, long from, long until) {
        UUID token = granted(session, fence, from);
        released(session, token, fence, until);
        return token;
    }

    /** An operator's steal at once, recorded where the real one records it. */
    void stolen(long session, UUID token, long fence, long by) {
        database.execute("insert into holdfast.lock_steals (namespace, name, victim_session, victim_job, victim_token,"
                + " victim_fence, stolen_by, reason, overlap, fence) values ('" + NAMESPACE + "', '" + NAME + "', "
                + session + ", 5, '" + token + "', " + fence + ", 'operator', 'host is on fire', true, " + by + ")");
    }

    private static String at(long ago) {
        return "clock_timestamp() - interval '" + ago + " ms'";
    }

    private void put(String what, long session, UUID token, long fence, String times) {
        database.execute("insert into holdfast.lock_events (what, namespace, name, session_id, job_id, kind, store,"
                + " defers, token, fence, began_at, believed_until, at, detail) values ('" + what + "', '" + NAMESPACE
                + "', '" + NAME + "', " + session + ", 5, 'pr-actuate', 'postgres', true, '" + token + "', " + fence
                + ", " + times + ")");
    }
}
