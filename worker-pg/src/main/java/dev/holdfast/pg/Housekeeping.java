package dev.holdfast.pg;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.holdfast.queue.StoreUnavailableException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the tables in shape while this process has sessions: makes the history's days ahead, drops the expired ones,
 * removes rows nobody needs. Every hour one of the processes has its turn ({@link Turn}); each asks every minute, on a
 * thread of its own. A round that fails is logged and costs nothing, because nothing depends on it for a week.
 * Thread-safe.
 */
final class Housekeeping implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Housekeeping.class);

    private static final Duration ASK_EVERY = Duration.ofMinutes(1);
    private static final String ENSURE = "select holdfast.ensure_history_partitions()";

    /** A round makes as many short statements of each sort as an hour of a busy queue needs. */
    private static final int MOST_CALLS = 500;

    /** Named for people; each statement answers how much it did, and is made until there is nothing left. */
    private record Chore(String what, String sql) {}

    private static final Chore[] CHORES = {
        new Chore("make the history's days", ENSURE),
        new Chore("expire the history", "select holdfast.expire_history()"),
        new Chore("prune", "select holdfast.prune(interval '30 days', 10000)"),
        new Chore("prune the ledger", "select holdfast.prune_ledger(interval '7 days', 10000)"),
        new Chore("prune effects", "select holdfast.prune_effects(interval '90 days', 10000)"),
        new Chore("forget who waited", "select holdfast.prune_idle()"),
    };

    private final Db db;
    private final Turn turn;

    @GuardedBy("this")
    private Rounds rounds;

    @GuardedBy("this")
    private boolean closed;

    Housekeeping(Db db) {
        this.db = db;
        this.turn = new Turn(db);
    }

    /** Makes sure that today has a partition, and keeps it so. */
    void start(String who) {
        turn.introduce(who);
        attempt("make the history's days", () -> db.run("make the history's days", today -> Turn.count(today, ENSURE)));
        startRounds();
    }

    private synchronized void startRounds() {
        if (rounds == null && !closed) {
            rounds = Rounds.start("holdfast-housekeeping", this::round);
        }
    }

    private Duration round() {
        attempt("have its turn", this::work);
        return ASK_EVERY;
    }

    /** Answers how many statements it made: none if it is not this process's turn. */
    int work() {
        int made = 0;
        boolean failed = false;
        for (Chore chore : CHORES) {
            int calls = attempt(chore.what(), () -> repeat(chore));
            if (calls == Turn.NOT_MINE) {
                return made;
            }
            failed |= calls == FAILED;
            made += Math.max(0, calls);
        }
        turn.leave(failed);
        return made;
    }

    private int repeat(Chore chore) {
        int calls = 0;
        int done = 1;
        while (done > 0 && calls < MOST_CALLS && !isClosed()) {
            done = turn.step(chore.what(), chore.sql());
            calls++;
        }
        return done == Turn.NOT_MINE ? done : calls;
    }

    private static final int FAILED = -2;

    /** Work of housekeeping, which may fail. */
    @FunctionalInterface
    private interface Work {
        int run();
    }

    @CanIgnoreReturnValue
    private static int attempt(String what, Work work) {
        try {
            return work.run();
        } catch (StoreUnavailableException | BadRowException e) {
            log.warn("housekeeping could not {}; the next round tries again", what, e);
            return FAILED;
        }
    }

    private synchronized boolean isClosed() {
        return closed;
    }

    @Override
    public void close() {
        Rounds running;
        synchronized (this) {
            closed = true;
            running = rounds;
        }
        if (running != null) {
            running.close();
        }
    }
}
