package dev.holdfast.pg;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.holdfast.event.EventListener;
import dev.holdfast.event.WorkerEvent;
import dev.holdfast.lease.SessionId;
import dev.holdfast.lease.Ticker;
import dev.holdfast.queue.StoreUnavailableException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps what workers tell about locks in {@code holdfast.lock_events}, written in batches by a thread of its own that
 * starts with the first event. Telling it costs the worker a moment and never I/O; while the database is away a bounded
 * number of rows is kept, and what does not fit is counted and written as a gap. Thread-safe.
 */
final class LockLedger implements EventListener, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(LockLedger.class);

    private static final Duration PERIOD = Duration.ofMillis(250);
    private static final Duration AFTER_FAILURE = Duration.ofSeconds(1);
    private static final Duration LAST_FLUSH = Duration.ofSeconds(1);
    private static final int MOST_AT_ONCE = 1_000;

    private final LedgerBuffer buffer = new LedgerBuffer(Ticker.system());
    private final LedgerWriter writer;
    private final Ticker ticker;

    @GuardedBy("this")
    private final Set<SessionId> heard = new HashSet<>();

    @GuardedBy("this")
    private Rounds rounds;

    @GuardedBy("this")
    private boolean closed;

    LockLedger(Db db, Ticker ticker) {
        this.writer = new LedgerWriter(db, ticker);
        this.ticker = ticker;
    }

    @Override
    public void on(WorkerEvent event) {
        LedgerRows.of(event, ticker.now()).ifPresent(this::add);
    }

    /** Adds a row that is no event of a worker. */
    void add(LedgerRow row) {
        buffer.add(row);
        start(row.subject().session());
    }

    private synchronized void start(SessionId session) {
        heard.add(session);
        if (rounds == null && !closed) {
            rounds = Rounds.start("holdfast-ledger", this::round);
        }
    }

    private Duration round() {
        List<LedgerRow> batch = buffer.take(MOST_AT_ONCE);
        if (batch.isEmpty()) {
            return PERIOD;
        }
        try {
            writer.write(batch);
            buffer.done(batch.size());
        } catch (StoreUnavailableException e) {
            log.debug("the ledger could not be written; it is kept", e);
            buffer.putBack(batch);
            return AFTER_FAILURE;
        } catch (RuntimeException e) {
            // Not fit to be written, now or ever: said to be missing, and the next rows are written all the same.
            log.warn("{} rows of the ledger cannot be written", batch.size(), e);
            buffer.lost(batch);
        }
        return batch.size() < MOST_AT_ONCE ? PERIOD : Duration.ZERO;
    }

    /**
     * A session is about to end in order: everything it told is written first, and that nothing is missing. Waits a
     * second at most; without an answer the ledger just does not say so.
     */
    void complete(SessionId session) {
        if (forget(session)) {
            buffer.add(LedgerRow.of(
                    LedgerRow.What.COMPLETE,
                    LedgerRow.Subject.of(session),
                    LedgerRow.Times.at(ticker.now()),
                    "everything this session told is here"));
            flush();
        }
    }

    private synchronized boolean forget(SessionId session) {
        return heard.remove(session);
    }

    /** Writes what has gathered. Waits a second at most. */
    void flush() {
        wake();
        try {
            buffer.await(LAST_FLUSH);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void wake() {
        if (rounds != null) {
            rounds.wake();
        }
    }

    @Override
    public void close() {
        flush();
        Rounds last = stop();
        if (last != null) {
            last.close();
        }
    }

    private synchronized Rounds stop() {
        closed = true;
        return rounds;
    }
}
