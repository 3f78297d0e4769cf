package dev.holdfast.bench.contender;

import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The loop of every pick-up benchmark: sends one, waits until it was seen, waits a while. It counts from just before the
 * call that commits, since what it sends may be seen before that call has returned, and sleeps meanwhile, so that all
 * processors are free for those who are measured. One thread runs it, others see.
 */
public final class PickUps {
    private static final int PER_SECOND = 20;
    private static final int WARM_UP = 20;

    /** Before, without a pause: a worker that has run for a while is compiled. Not for long where one looks seldom. */
    private static final int COMPILED_AFTER = 1_000;

    private static final long AT_MOST_NANOS = 5_000_000_000L;

    private final int probes;
    private final Percentiles latencies;
    private final Semaphore seen = new Semaphore(0);
    private final AtomicLong seenAt = new AtomicLong();

    /** @param probes that count, after a warm-up */
    public PickUps(int probes) {
        this.probes = probes;
        this.latencies = new Percentiles(probes);
    }

    /** What was sent has arrived. */
    public void seen() {
        seenAt.set(System.nanoTime());
        seen.release();
    }

    /** @param send commits one */
    public Map<String, Double> run(Callable<?> send) throws Exception {
        long begin = System.nanoTime();
        for (int i = 0; i < COMPILED_AFTER && System.nanoTime() - begin < AT_MOST_NANOS; i++) {
            once(send);
        }
        Pace pace = new Pace(PER_SECOND);
        for (int i = 0; i < WARM_UP + probes; i++) {
            pace.await();
            long took = once(send);
            if (i >= WARM_UP) {
                latencies.record(took);
            }
        }
        return latencies.millis();
    }

    private long once(Callable<?> send) throws Exception {
        long before = System.nanoTime();
        send.call();
        seen.acquire();
        return seenAt.get() - before;
    }
}
