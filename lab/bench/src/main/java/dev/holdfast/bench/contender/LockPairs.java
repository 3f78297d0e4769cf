package dev.holdfast.bench.contender;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** The loop of every lock benchmark: the same for each system, so that only the pair itself differs. */
public final class LockPairs {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final int MOST_SAMPLES = 2_000_000;
    private static final int KEYS_A_THREAD = 1_000;
    /** Each measurement has a JVM of its own, and whoever has more code has more to compile before it is at its speed. */
    private static final int WARM_UP_IN_LENGTHS = 2;

    /** Takes and releases one lock. */
    @FunctionalInterface
    public interface Pair {
        void run(String key) throws Exception;
    }

    private final Percentiles latencies = new Percentiles(MOST_SAMPLES);
    private final long length;
    private long begin;

    /** @param seconds to measure, after a warm-up of twice that; it begins with the first pair */
    public LockPairs(int seconds) {
        length = Duration.ofSeconds(seconds).toNanos();
    }

    private synchronized long begin() {
        if (begin == 0) {
            begin = System.nanoTime() + WARM_UP_IN_LENGTHS * length;
        }
        return begin;
    }

    /** Runs on threads of its own and answers what they measured after the warm-up. */
    public Map<String, Double> on(int threads, Pair pair) throws InterruptedException {
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        try {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                int thread = i;
                all.add(executor.submit(() -> loop(thread, pair)));
            }
            for (Future<?> one : all) {
                one.get();
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } finally {
            executor.shutdown();
        }
        return measured();
    }

    /** On the calling thread, until the time is over. */
    Void loop(int thread, Pair pair) throws Exception {
        long from = begin();
        for (int i = 0; System.nanoTime() - from < length; i++) {
            String key = "t" + thread + "/" + i % KEYS_A_THREAD;
            long before = System.nanoTime();
            pair.run(key);
            if (before - from >= 0) {
                latencies.record(System.nanoTime() - before);
            }
        }
        return null;
    }

    Map<String, Double> measured() {
        Map<String, Double> all = new HashMap<>(latencies.millis());
        all.put("pairsPerSecond", latencies.count() * NANOS_PER_SECOND / length);
        return all;
    }
}
