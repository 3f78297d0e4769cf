package dev.holdfast.pg;

import dev.holdfast.lease.JobId;
import dev.holdfast.lease.LeaseToken;
import dev.holdfast.lease.OwnerToken;
import dev.holdfast.lease.SessionId;
import dev.holdfast.lease.Ticker;
import dev.holdfast.queue.Beat;
import dev.holdfast.queue.Holdings;
import dev.holdfast.queue.LeaseRequest;
import dev.holdfast.queue.Leased;
import dev.holdfast.queue.Progress;
import dev.holdfast.queue.Session;
import dev.holdfast.queue.Settled;
import dev.holdfast.queue.Settlement;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.UUID;

/**
 * One worker's session. A lease number that was sent before is answered with what that lease still holds: after a
 * lost reply the same request may be repeated and leases nothing twice.
 */
final class PgSession implements Session {
    private static final String BEAT = Sql.named("heartbeat");
    private static final String HELD_JOBS = Sql.named("held-jobs");
    private static final String REPORT = Sql.named("report");
    private static final String HELD_LOCKS = "select token, revoked_reason from holdfast.locks where session_id = ?";
    private static final String ATTENTION = "select attention from holdfast.sessions where id = ? and ended_at is null";
    private static final String ANNOUNCE = "select holdfast.announce_idle(?, ?)";
    private static final String FORGET = "select holdfast.forget_leases(?, null)";
    private static final String STOP = "select holdfast.stop_session(?, ?)";
    private static final String HALT = "update holdfast.sessions"
            + " set halting_at = coalesce(halting_at, clock_timestamp()) where id = ? and ended_at is null";

    private final Db db;
    private final SessionId id;
    private final HeartbeatConnection heart;
    private final LockLedger ledger;
    private final boolean notify;
    private final Leaser leaser;
    private final Settler settler;

    /** What a session works with. */
    record Beside(LockLedger ledger, Ticker ticker) {}

    PgSession(Db db, SessionId id, HeartbeatConnection heart, Beside beside, boolean notify) {
        this.db = db;
        this.id = id;
        this.heart = heart;
        this.ledger = beside.ledger();
        this.notify = notify;
        this.leaser = new Leaser(db, id, new Lines(beside.ticker()));
        this.settler = new Settler(db, id, notify);
    }

    @Override
    public SessionId id() {
        return id;
    }

    @Override
    public Leased lease(LeaseRequest request) {
        return leaser.lease(request);
    }

    @Override
    public Settled settle(List<Settlement> settlements) {
        return settler.settle(settlements);
    }

    @Override
    public void announceIdle(List<String> queues) {
        if (notify) {
            db.run("announce who waits", connection -> announceIdle(connection, queues));
        }
    }

    private boolean announceIdle(Connection connection, List<String> queues) throws SQLException {
        try (Statement statement = new Statement(connection, ANNOUNCE)) {
            return statement.number(id.value()).texts(queues).query().next();
        }
    }

    @Override
    public void report(List<Progress> progress) {
        // In order of the jobs, like every write on several of them.
        TreeMap<JobId, Progress> last = new TreeMap<>();
        progress.forEach(one -> last.put(one.job(), one));
        db.run("report", connection -> report(connection, List.copyOf(last.values())));
    }

    private int report(Connection connection, List<Progress> progress) throws SQLException {
        List<Long> jobs = progress.stream().map(one -> one.job().value()).toList();
        try (Statement statement = new Statement(connection, REPORT)) {
            return statement
                    .numbers(jobs)
                    .integers(progress.stream().map(one -> one.lease().number()).toList())
                    .texts(progress.stream().map(one -> Texts.clean(one.text())).toList())
                    .numbers(jobs)
                    .number(id.value())
                    .update();
        }
    }

    @Override
    public Beat heartbeat() {
        return heart.run("heartbeat", connection -> {
            try (Statement statement = new Statement(connection, BEAT)) {
                ResultSet rows = statement.number(id.value()).query();
                return rows.next() ? new Beat(true, rows.getLong(1), rows.getString(2)) : Beat.ENDED;
            }
        });
    }

    @Override
    public Holdings holdings() {
        return db.run("reconcile", connection -> {
            forgetDoneLeases(connection);
            // Read first: whatever it announced is in what the later statements read.
            OptionalLong attention = attention(connection);
            return new Holdings(
                    attention.isPresent(), attention.orElse(0), heldJobs(connection), heldLocks(connection));
        });
    }

    private void forgetDoneLeases(Connection connection) throws SQLException {
        try (Statement statement = new Statement(connection, FORGET)) {
            statement.number(id.value()).query();
        }
    }

    /** Empty if the session has ended. */
    private OptionalLong attention(Connection connection) throws SQLException {
        try (Statement statement = new Statement(connection, ATTENTION)) {
            ResultSet rows = statement.number(id.value()).query();
            return rows.next() ? OptionalLong.of(rows.getLong(1)) : OptionalLong.empty();
        }
    }

    private List<Holdings.HeldJob> heldJobs(Connection connection) throws SQLException {
        try (Statement statement = new Statement(connection, HELD_JOBS)) {
            ResultSet rows = statement.number(id.value()).query();
            List<Holdings.HeldJob> held = new ArrayList<>();
            while (rows.next()) {
                LeaseToken lease = new LeaseToken(id, rows.getInt(2));
                held.add(new Holdings.HeldJob(
                        new JobId(rows.getLong(1)), lease, Optional.ofNullable(rows.getString(3))));
            }
            return held;
        }
    }

    private List<Holdings.HeldRow> heldLocks(Connection connection) throws SQLException {
        try (Statement statement = new Statement(connection, HELD_LOCKS)) {
            ResultSet rows = statement.number(id.value()).query();
            List<Holdings.HeldRow> held = new ArrayList<>();
            while (rows.next()) {
                OwnerToken token = new OwnerToken(rows.getObject(1, UUID.class));
                held.add(new Holdings.HeldRow(token, Optional.ofNullable(rows.getString(2))));
            }
            return held;
        }
    }

    /** On the heartbeat's connection, the last one a worker has on its way down. */
    @Override
    public void end(Will will) {
        if (will == Will.STOPPED) {
            ledger.complete(id);
        } else {
            ledger.flush();
        }
        heart.run("end the session", connection -> will == Will.STOPPED ? stop(connection) : halt(connection));
    }

    private boolean stop(Connection connection) throws SQLException {
        try (Statement statement = new Statement(connection, STOP)) {
            return statement.number(id.value()).flag(notify).row().getBoolean(1);
        }
    }

    private boolean halt(Connection connection) throws SQLException {
        try (Statement statement = new Statement(connection, HALT)) {
            return statement.number(id.value()).update() > 0;
        }
    }

    @Override
    public void close() {
        heart.close();
    }
}
