package dev.holdfast.bench.contender;

import java.util.Arrays;
import java.util.Map;

/** Latencies as they are recorded, by many threads, up to a number given in advance. */
final class Percentiles {
    private static final double NANOS_PER_MILLI = 1e6;

    private final long[] nanos;
    private int count;

    Percentiles(int most) {
        nanos = new long[most];
    }

    synchronized void record(long latencyNanos) {
        if (count < nanos.length) {
            nanos[count++] = latencyNanos;
        }
    }

    synchronized int count() {
        return count;
    }

    synchronized Map<String, Double> millis() {
        long[] sorted = Arrays.copyOf(nanos, count);
        Arrays.sort(sorted);
        return Map.of("p50Millis", at(sorted, 50), "p99Millis", at(sorted, 99));
    }

    private static double at(long[] sorted, int percent) {
        if (sorted.length == 0) {
            return Double.NaN;
        }
        int index = Math.min(sorted.length - 1, sorted.length * percent / 100);
        return sorted[index] / NANOS_PER_MILLI;
    }
}
