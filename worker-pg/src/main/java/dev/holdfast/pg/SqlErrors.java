package dev.holdfast.pg;

import dev.holdfast.queue.StoreUnavailableException;
import java.sql.SQLException;
import java.util.Set;

/** What an error of the database means to the caller, by its SQLSTATE. */
final class SqlErrors {
    private static final Set<String> LOST_TO_ANOTHER = Set.of("40P01", "40001");

    private SqlErrors() {}

    /** A deadlock or a serialisation failure: nothing was written, and another try may succeed. */
    static boolean lostToAnother(SQLException e) {
        return LOST_TO_ANOTHER.contains(state(e));
    }

    /** The server gave the statement up, because it took longer than a statement may. */
    static boolean isTimeout(Throwable e) {
        return e instanceof SQLException sql && state(sql).equals("57014");
    }

    /** The connection itself is of no more use: broken, or to a server that is going away or has become a standby. */
    static boolean endsConnection(SQLException e) {
        String state = state(e);
        return state.isEmpty() || state.startsWith("08") || state.startsWith("57P") || state.equals("25006");
    }

    /**
     * A value that the schema does not take ({@code 22}, {@code 23}) is the row's own fault. Everything else, with
     * whatever state, leaves the outcome unknown: also a schema that has vanished heals when it is put back.
     */
    static RuntimeException translate(String what, SQLException e) {
        String state = state(e);
        return state.startsWith("22") || state.startsWith("23")
                ? new BadRowException(what, e)
                : new StoreUnavailableException(what, e);
    }

    private static String state(SQLException e) {
        return e.getSQLState() == null ? "" : e.getSQLState();
    }
}
