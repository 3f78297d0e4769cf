package dev.holdfast.pg;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.holdfast.queue.StoreUnavailableException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the tables in shape while this process has sessions: makes the history's days ahead, drops the expired ones,
 * removes rows nobody needs. Runs when the first session is opened and then every hour on a thread of its own; a
 * round that fails is logged and costs nothing, because nothing depends on it for a week. Thread-safe.
 */
final class Housekeeping implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Housekeeping.class);

    private static final Duration PERIOD = Duration.ofHours(1);
    private static final String ENSURE = "select holdfast.ensure_history_partitions()";
    private static final String EXPIRE = "select holdfast.expire_history()";
    private static final String PRUNE = "select holdfast.prune(interval '30 days', 10000)";
    private static final String PRUNE_EFFECTS = "select holdfast.prune_effects(interval '90 days', 10000)";
    private static final int LEDGER_ROWS = 10_000;
    private static final int LEDGER_CALLS = 500;
    private static final String PRUNE_LEDGER = "select holdfast.prune_ledger(interval '7 days', " + LEDGER_ROWS + ")";

    private final Db db;

    @GuardedBy("this")
    private Rounds rounds;

    @GuardedBy("this")
    private boolean closed;

    Housekeeping(Db db) {
        this.db = db;
    }

    /** Makes sure that today has a partition, and keeps it so. */
    void start() {
        makeDays();
        startRounds();
    }

    private synchronized void startRounds() {
        if (rounds == null && !closed) {
            rounds = Rounds.start("holdfast-housekeeping", this::round);
        }
    }

    private Duration round() {
        makeDays();
        attempt("expire the history", EXPIRE);
        attempt("prune", PRUNE);
        pruneLedger();
        attempt("prune effects", PRUNE_EFFECTS);
        return PERIOD;
    }

    /** As many short statements as an hour of the busiest ledger needs. */
    private void pruneLedger() {
        for (int calls = 0; calls < LEDGER_CALLS && attempt("prune the ledger", PRUNE_LEDGER) == LEDGER_ROWS; calls++) {
            log.debug("pruned {} rows of the ledger", LEDGER_ROWS);
        }
    }

    private void makeDays() {
        attempt("make the history's days", ENSURE);
    }

    /** Answers what the statement did; nothing if it failed. */
    @CanIgnoreReturnValue
    private int attempt(String what, String sql) {
        try {
            return db.run(what, connection -> {
                try (Statement statement = new Statement(connection, sql)) {
                    return statement.row().getInt(1);
                }
            });
        } catch (StoreUnavailableException | BadRowException e) {
            log.warn("housekeeping could not {}; the next round tries again", what, e);
            return 0;
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (rounds != null) {
            rounds.close();
        }
    }
}
