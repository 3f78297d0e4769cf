package dev.holdfast.runtime;

import dev.holdfast.queue.LeasedJob;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** The places in which attempts run, and the short line of leased jobs before them. Both are bounded. */
final class Slots {
    private static final Duration KEEP_THREAD = Duration.ofSeconds(10);

    private final int concurrency;
    private final Ahead ahead;
    private final ThreadPoolExecutor executor;
    private final AtomicInteger taken = new AtomicInteger();
    private final AtomicBoolean suspectTaken = new AtomicBoolean();
    private Runnable onFree = () -> {};

    Slots(WorkerConfig.Work work, Ahead ahead) {
        this.concurrency = work.concurrency();
        this.ahead = ahead;
        this.executor = new ThreadPoolExecutor(
                work.concurrency(),
                work.concurrency(),
                KEEP_THREAD.toMillis(),
                TimeUnit.MILLISECONDS,
                new LinkedBlockingQueue<>(work.concurrency() + work.prefetch()),
                AttemptThreads.forHandlers());
        executor.allowCoreThreadTimeOut(true);
    }

    /** Called once, before the first job. */
    void whenFree(Runnable action) {
        onFree = action;
    }

    /** Lets idle threads go; attempts that run are not touched. Nothing is submitted afterwards. */
    void close() {
        executor.shutdown();
    }

    /** How many jobs may be leased now; nothing while the line is still half full, so that batches stay large. */
    int room() {
        int line = ahead.jobs();
        boolean lineIsFull = line > 0 && waiting() > line / 2;
        return lineIsFull ? 0 : Math.max(0, concurrency + line - taken.get());
    }

    /**
     * Suspects run one at a time, and none stands in the line: there it would be charged for the crash of another job.
     */
    boolean hasRoomForSuspect() {
        return !suspectTaken.get() && taken.get() < concurrency;
    }

    boolean hasSuspect() {
        return suspectTaken.get();
    }

    int waiting() {
        return executor.getQueue().size();
    }

    void submit(Tracked leased, Runnable attempt) {
        boolean suspect = leased.job().limits().suspect();
        taken.incrementAndGet();
        if (suspect) {
            suspectTaken.set(true);
        }
        executor.execute(new Place(leased, attempt));
    }

    /** Takes back jobs whose attempt has not begun and which have waited since before the given moment. */
    List<Tracked> takeUnstarted(Duration leasedBefore) {
        List<Tracked> unstarted = new ArrayList<>();
        for (Runnable waiting : executor.getQueue().toArray(new Runnable[0])) {
            Place place = (Place) waiting;
            if (place.leased.leasedAt().compareTo(leasedBefore) <= 0 && executor.remove(place)) {
                free(place.leased.job());
                unstarted.add(place.leased);
            }
        }
        return unstarted;
    }

    /** Jobs were given back because no slot became free in so long. */
    void waitedInVain(Duration waited) {
        ahead.waitedInVain(waited);
    }

    private void free(LeasedJob job) {
        taken.decrementAndGet();
        if (job.limits().suspect()) {
            suspectTaken.set(false);
        }
        onFree.run();
    }

    /** One leased job in the line or in a slot. */
    private final class Place implements Runnable {
        private final Tracked leased;
        private final Runnable attempt;

        Place(Tracked leased, Runnable attempt) {
            this.leased = leased;
            this.attempt = attempt;
        }

        @Override
        public void run() {
            try {
                ahead.timed(attempt);
            } finally {
                free(leased.job());
            }
        }
    }
}
