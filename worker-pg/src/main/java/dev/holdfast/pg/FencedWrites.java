package dev.holdfast.pg;

import dev.holdfast.lease.FencingToken;
import dev.holdfast.lock.HeldLock;
import dev.holdfast.lock.LockLostException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

/**
 * Writes into an application's own tables, in the database that has Holdfast's schema, which are refused to an owner
 * that is late. Immutable, thread-safe; blocks on the connection given.
 *
 * <p>A lock that is kept in this database is held fast by a share lock on its row: the write is refused if the fence is
 * not that of the present grant, and until the transaction has ended nobody is granted the lock, steals it, or ends its
 * owner's session. That is absolute, whatever the pause. A lock that another store keeps is judged by the fences this
 * database has seen: the write is refused once a greater one has been seen here.
 *
 * <p>The transaction is bounded, by a third of the ttl or by what is left of the lock's trust if that is less: each
 * statement of it, each pause between two, and where the server knows how (17 and later) the whole. Take the locks of
 * several keys in the order of the keys, and before rows of your own, so that two writers cannot wait for each other in
 * a circle; a deadlock is reported by PostgreSQL as ever ({@code 40P01}), and the transaction may be run again.
 */
public final class FencedWrites {
    /** What {@code holdfast.assert_held} raises. */
    public static final String NOT_HELD = "LF001";

    private static final String ASSERT = "select holdfast.assert_held(?, ?)";
    /** Only what is unbounded, or bounded by more, is bounded; local to the transaction. */
    private static final String BOUND = "select count(set_config(name, ?::text, true)) from pg_settings"
            + " where name in ('statement_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')"
            + " and (setting::bigint = 0 or setting::bigint > ?)";

    private static final int SHARE = 3;

    private final Duration longest;

    private FencedWrites(Duration longest) {
        this.longest = longest;
    }

    /** @param ttl of the locks; a transaction may last a third of it */
    public static FencedWrites boundedBy(Duration ttl) {
        if (ttl.compareTo(Duration.ofMillis(SHARE)) < 0) {
            throw new IllegalArgumentException("ttl must be at least " + SHARE + " ms, got " + ttl);
        }
        return new FencedWrites(ttl.dividedBy(SHARE));
    }

    /** What is written, on the connection that was given. */
    @FunctionalInterface
    public interface Work<T> {
        T on(Connection connection) throws SQLException;
    }

    /**
     * Runs the work in a transaction in which the lock is held.
     *
     * <p>On a connection in autocommit the transaction is this method's own: committed when the work returns, rolled back
     * when it throws, autocommit restored. Otherwise it is the caller's, which goes on: the lock stays asserted and the
     * bounds stay set until the caller ends it, and no writer may be late before that. If this method throws, the caller
     * rolls back.
     *
     * @return what the work answers
     * @throws LockLostException if the lock is not held under this fence; nothing of the work was done, the loss is told,
     *     and the attempt is cancelled
     * @throws IllegalArgumentException if the lock was taken unguarded, so that there is no fence
     * @throws SQLException what the work throws or the database answers, also that the transaction took too long; after a
     *     commit that was not answered the outcome is unknown
     */
    public <T> T inTransaction(Connection connection, HeldLock lock, Work<T> work) throws SQLException {
        FencingToken fence = lock.fence()
                .orElseThrow(() -> new IllegalArgumentException(
                        "lock " + lock.key() + " was taken unguarded: without a fence no write can be refused"));
        lock.ensureHeld();
        if (!connection.getAutoCommit()) {
            return asserted(connection, lock, fence, work);
        }
        connection.setAutoCommit(false);
        try {
            T answer = asserted(connection, lock, fence, work);
            connection.commit();
            return answer;
        } catch (SQLException | RuntimeException | Error e) {
            rollBack(connection, e);
            throw e;
        } finally {
            restoreAutoCommit(connection);
        }
    }

    private static void restoreAutoCommit(Connection connection) {
        try {
            connection.setAutoCommit(true);
        } catch (SQLException e) {
            // The server has ended it, as it does with what takes too long: nobody uses it any more.
            Quietly.close(connection);
        }
    }

    private <T> T asserted(Connection connection, HeldLock lock, FencingToken fence, Work<T> work) throws SQLException {
        bound(connection, lock);
        try (Statement statement = new Statement(connection, ASSERT)) {
            statement.text(lock.key().toString()).number(fence.value()).query();
        } catch (SQLException e) {
            if (NOT_HELD.equals(e.getSQLState())) {
                throw refused(lock, e);
            }
            throw e;
        }
        return work.on(connection);
    }

    private void bound(Connection connection, HeldLock lock) throws SQLException {
        Duration left = lock.remaining();
        long millis = Math.max(1, (left.compareTo(longest) < 0 ? left : longest).toMillis());
        try (Statement statement = new Statement(connection, BOUND)) {
            statement.text(Long.toString(millis)).number(millis).query();
        }
    }

    private static RuntimeException refused(HeldLock lock, SQLException cause) {
        String why = String.valueOf(cause.getMessage()).lines().findFirst().orElse("");
        lock.refused(why);
        LockLostException lost = new LockLostException(lock.key(), why);
        lost.initCause(cause);
        return lost;
    }

    private static void rollBack(Connection connection, Throwable because) {
        try {
            connection.rollback();
        } catch (SQLException e) {
            because.addSuppressed(e);
        }
    }
}
