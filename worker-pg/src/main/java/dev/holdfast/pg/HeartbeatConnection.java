package dev.holdfast.pg;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The connection of one session's heartbeat: its own, so that no pool can starve it, and direct, because it carries
 * the session's advisory lock, by which peers see that the process is there. A broken connection is replaced, and the
 * lock taken again, by the next use. Thread-safe.
 */
final class HeartbeatConnection implements AutoCloseable {
    private static final String TAKE_LOCK = "select pg_try_advisory_lock(holdfast.session_key(?))";

    private final Connections connections;
    private final long session;
    /** A connection serves one statement at a time, so this one lock is held across I/O; the timeouts bound it. */
    private final ReentrantLock turn = new ReentrantLock();

    @GuardedBy("turn")
    private Connection connection;

    @GuardedBy("turn")
    private boolean holdsLock;

    @GuardedBy("turn")
    private boolean closed;

    /** Takes over a connection that already holds the lock. */
    HeartbeatConnection(Connections connections, long session, Connection opened) {
        this.connections = connections;
        this.session = session;
        this.connection = opened;
        this.holdsLock = true;
    }

    /** Runs the work; on a new connection, once more, if the old one turns out to be broken. */
    <T> T run(String what, Db.Work<T> work) {
        turn.lock();
        try {
            return tryTwice(work);
        } catch (SQLException e) {
            throw SqlErrors.translate(what, e);
        } finally {
            turn.unlock();
        }
    }

    @GuardedBy("turn")
    private <T> T tryTwice(Db.Work<T> work) throws SQLException {
        boolean reopened = connection == null;
        try {
            return tryOnce(work);
        } catch (SQLException e) {
            if (SqlErrors.endsConnection(e)) {
                discard();
            }
            if (reopened || !(SqlErrors.endsConnection(e) || SqlErrors.lostToAnother(e))) {
                throw e;
            }
            return tryOnce(work);
        }
    }

    @GuardedBy("turn")
    private <T> T tryOnce(Db.Work<T> work) throws SQLException {
        if (closed) {
            throw new SQLException("the session is closed", "08003");
        }
        if (connection == null) {
            connection = connections.direct("holdfast heartbeat");
        }
        if (!holdsLock) {
            takeLock();
        }
        return work.on(connection);
    }

    /** The server may not have noticed yet that the old connection is gone; then the next beat asks again. */
    @GuardedBy("turn")
    private void takeLock() throws SQLException {
        try (Statement statement = new Statement(connection, TAKE_LOCK)) {
            holdsLock = statement.number(session).row().getBoolean(1);
        }
    }

    @GuardedBy("turn")
    private void discard() {
        Connection broken = connection;
        connection = null;
        holdsLock = false;
        if (broken != null) {
            Quietly.close(broken);
        }
    }

    @Override
    public void close() {
        turn.lock();
        try {
            closed = true;
            discard();
        } finally {
            turn.unlock();
        }
    }
}
