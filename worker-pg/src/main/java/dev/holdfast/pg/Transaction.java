package dev.holdfast.pg;

import java.sql.Connection;
import java.sql.SQLException;

/** Several statements on one connection, all or none. */
final class Transaction {
    private Transaction() {}

    /** Runs the work in a transaction of its own, or in the one that the caller has begun, which stays the caller's. */
    static <T> T on(Connection connection, Db.Work<T> work) throws SQLException {
        if (!connection.getAutoCommit()) {
            return work.on(connection);
        }
        connection.setAutoCommit(false);
        try {
            T answer = work.on(connection);
            connection.commit();
            return answer;
        } catch (SQLException | RuntimeException | Error e) {
            rollBack(connection, e);
            throw e;
        } finally {
            restoreAutoCommit(connection);
        }
    }

    private static void rollBack(Connection connection, Throwable cause) {
        try {
            connection.rollback();
        } catch (SQLException e) {
            cause.addSuppressed(e);
        }
    }

    private static void restoreAutoCommit(Connection connection) {
        try {
            connection.setAutoCommit(true);
        } catch (SQLException e) {
            // It is broken: nobody uses it any more.
            Quietly.close(connection);
        }
    }
}
