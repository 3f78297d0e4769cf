package dev.holdfast.app.cases.handlers;

import dev.holdfast.job.Attempt;
import dev.holdfast.lease.FencingToken;
import dev.holdfast.lock.HeldLock;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * The handlers' own record of what they did, in a database that Holdfast does not know. Moments are
 * {@link System#nanoTime}: on Linux that is one clock for all processes of the machine.
 *
 * <p>One thread writes, and handlers wait for it whatever interrupts come: a row is there before the handler goes on.
 */
final class Journal {
    private static final long PID = ProcessHandle.current().pid();

    private final String url;
    private final ExecutorService writer = Executors.newSingleThreadExecutor(work -> {
        Thread thread = new Thread(work, "journal");
        thread.setDaemon(true);
        return thread;
    });
    private Connection connection;

    Journal(String url) {
        this.url = url;
    }

    long starts(Attempt attempt) {
        return write(
                "insert into runs (job, kind, attempt, pid, started) values (?, ?, ?, ?, ?) returning id",
                attempt.job().value(),
                attempt.kind(),
                attempt.number(),
                PID,
                System.nanoTime());
    }

    void holds(long run, HeldLock lock) {
        write(
                "insert into holds (run, pid, key, fence, granted) values (?, ?, ?, ?, ?) returning run",
                run,
                PID,
                lock.key().toString(),
                fence(lock),
                System.nanoTime());
    }

    /** Before the lock is let go. */
    void lets(long run) {
        write("update holds set released = ? where run = ? returning run", System.nanoTime(), run);
    }

    void ends(long run, String how) {
        write("update runs set ended = ?, how = ? where id = ? returning id", System.nanoTime(), how, run);
    }

    void tries(Body.Run run, HeldLock lock, String target, boolean accepted) {
        write(
                "insert into effects (run, key, target, fence, accepted) values (?, ?, ?, ?, ?) returning run",
                run.number(),
                lock.key().toString(),
                target,
                fence(lock),
                accepted);
    }

    /** A write as a resource that checks fences takes it: nothing older than what it has seen. */
    boolean writesFenced(HeldLock lock) {
        long fence = fence(lock);
        return write(
                        "insert into target (key, fence) values (?, ?) on conflict (key) do update"
                                + " set fence = excluded.fence where target.fence <= excluded.fence returning fence",
                        lock.key().toString(),
                        fence)
                == fence;
    }

    /** Zero where there is none: the lock is unguarded. */
    private static long fence(HeldLock lock) {
        return lock.fence().map(FencingToken::value).orElse(0L);
    }

    /** Answers the number that the statement returns, or -1 if it touched nothing. */
    private long write(String sql, Object... values) {
        try {
            return CompletableFuture.supplyAsync(() -> execute(sql, values), writer)
                    .join();
        } catch (CompletionException e) {
            throw new IllegalStateException(sql, e.getCause());
        }
    }

    private long execute(String sql, Object... values) {
        try (PreparedStatement statement = connected().prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                statement.setObject(i + 1, values[i]);
            }
            try (ResultSet answer = statement.executeQuery()) {
                return answer.next() ? answer.getLong(1) : -1;
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private Connection connected() throws SQLException {
        if (connection == null) {
            connection = DriverManager.getConnection(url);
        }
        return connection;
    }
}
