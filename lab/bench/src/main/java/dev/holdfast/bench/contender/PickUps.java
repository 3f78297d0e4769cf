package dev.holdfast.bench.contender;

import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The loop of every pick-up benchmark: sends one, waits until it was seen, waits a while. It counts from just before the
 * call that commits, since what it sends may be seen before that call has returned. One thread runs it, others see.
 */
public final class PickUps {
    private static final int PER_SECOND = 20;
    private static final int WARM_UP = 20;

    private final int probes;
    private final Percentiles latencies;
    private final AtomicInteger seen = new AtomicInteger();
    private final AtomicLong seenAt = new AtomicLong();

    /** @param probes that count, after a warm-up */
    public PickUps(int probes) {
        this.probes = probes;
        this.latencies = new Percentiles(probes);
    }

    /** What was sent has arrived. */
    public void seen() {
        seenAt.set(System.nanoTime());
        seen.incrementAndGet();
    }

    /** @param send commits one */
    public Map<String, Double> run(Callable<?> send) throws Exception {
        Pace pace = new Pace(PER_SECOND);
        for (int i = 0; i < WARM_UP + probes; i++) {
            pace.await();
            int sent = i;
            long before = System.nanoTime();
            send.call();
            pace.spinUntil(() -> seen.get() > sent);
            if (i >= WARM_UP) {
                latencies.record(seenAt.get() - before);
            }
        }
        return latencies.millis();
    }
}
