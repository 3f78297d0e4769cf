package dev.holdfast.runtime;

import dev.holdfast.lease.Ticker;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How many jobs to lease ahead of a free slot: as many as will start within {@link #HORIZON} at the pace of the last
 * attempts. For jobs of microseconds that is all there is room for, for jobs of minutes none, so that no job waits here
 * while another worker is idle. Nothing is known before the first attempt has ended. Thread-safe; the mean is an
 * estimate, and an update that is lost in a race does no harm.
 */
final class Ahead {
    static final Duration HORIZON = Duration.ofMillis(200);

    private static final long UNKNOWN = -1;
    /** A new time counts for an eighth. */
    private static final int WEIGHT = 8;

    private final int concurrency;
    private final int most;
    private final Ticker ticker;
    private final AtomicLong meanNanos = new AtomicLong(UNKNOWN);

    Ahead(int concurrency, int most, Ticker ticker) {
        this.concurrency = concurrency;
        this.most = most;
        this.ticker = ticker;
    }

    /** Runs an attempt and takes in what it took. */
    void timed(Runnable attempt) {
        Duration begun = ticker.now();
        try {
            attempt.run();
        } finally {
            ended(ticker.now().minus(begun));
        }
    }

    /** An attempt has ended and took so long. */
    void ended(Duration took) {
        long nanos = took.toNanos();
        long mean = meanNanos.get();
        meanNanos.lazySet(mean == UNKNOWN ? nanos : mean + (nanos - mean) / WEIGHT);
    }

    /** Jobs waited here for so long that they were given back: attempts take at least that long now. */
    void waitedInVain(Duration waited) {
        meanNanos.accumulateAndGet(waited.toNanos(), Math::max);
    }

    int jobs() {
        long mean = meanNanos.get();
        if (mean == UNKNOWN) {
            return 0;
        }
        long within = HORIZON.toNanos() / Math.max(1, mean);
        return (int) Math.min(most, within * concurrency);
    }
}
