package dev.holdfast.pg;

import dev.holdfast.queue.StoreUnavailableException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.JdbiException;

/** Runs work on pooled connections and says in the store's words what went wrong. Thread-safe. */
final class Db {
    /** A transaction that lost to another one is asked again, so often. */
    private static final int MOST_TRIES = 6;

    private final DataSource pool;
    private final Jdbi jdbi;

    Db(DataSource pool) {
        this.pool = pool;
        this.jdbi = Jdbi.create(pool);
    }

    /** Work on one connection, in autocommit: each statement is one transaction. It may be run again. */
    @FunctionalInterface
    interface Work<T> {
        T on(Connection connection) throws SQLException;
    }

    /**
     * Runs the hot path.
     *
     * @throws BadRowException if a value broke a rule of the schema; nothing was written
     * @throws StoreUnavailableException outcome unknown
     */
    <T> T run(String what, Work<T> work) {
        return run(what, work, pool::getConnection);
    }

    /** The same, on a connection from elsewhere, which is closed after each try. */
    static <T> T run(String what, Work<T> work, Source source) {
        for (int tries = 1; ; tries++) {
            try (Connection connection = source.get()) {
                return work.on(connection);
            } catch (SQLException e) {
                if (tries == MOST_TRIES || !SqlErrors.lostToAnother(e)) {
                    throw SqlErrors.translate(what, e);
                }
            }
        }
    }

    /** Where a connection comes from. */
    @FunctionalInterface
    interface Source {
        Connection get() throws SQLException;
    }

    /** Runs a read path or an admin command. @throws StoreUnavailableException outcome unknown */
    <T> T read(String what, Function<Handle, T> query) {
        try (Handle handle = jdbi.open()) {
            return query.apply(handle);
        } catch (JdbiException e) {
            throw new StoreUnavailableException(what, e.getCause() == null ? e : e.getCause());
        }
    }
}
