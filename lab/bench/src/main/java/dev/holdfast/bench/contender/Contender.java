package dev.holdfast.bench.contender;

import java.util.Map;

/**
 * One system under test. It runs in a process of its own and is asked by one thread: {@link #prepare} first, then any of
 * the others. A constructor takes the URL of the server it works on, on which it is alone at first, and the settings.
 *
 * <p>What a method measures it answers by name, in the unit the name ends with. Whatever is not measured for a system
 * throws {@link UnsupportedOperationException}.
 */
public interface Contender extends AutoCloseable {
    /** Makes the system's schema, if it has one. */
    default void prepare() throws Exception {}

    /** Stores no-op jobs that are due at once, as fast as it can. */
    default void fill(int jobs) throws Exception {
        throw notMeasured("enqueueing");
    }

    /** Starts a worker and returns when that many jobs were run and their ends are written; then stops the worker. */
    default void drain(int jobs) throws Exception {
        throw notMeasured("draining");
    }

    /**
     * From the commit of one job to the start of its handler, with a worker that has nothing else to do.
     *
     * @return {@code p50Millis}, {@code p99Millis}
     */
    default Map<String, Double> pickUp(int probes) throws Exception {
        throw notMeasured("picking up");
    }

    /**
     * Takes and releases locks, each thread one key of its own after another, as fast as it can.
     *
     * @return {@code pairsPerSecond}, {@code p50Millis}, {@code p99Millis} of one pair of claim and release
     */
    default Map<String, Double> locks(int threads, int seconds) throws Exception {
        throw notMeasured("locking");
    }

    private UnsupportedOperationException notMeasured(String what) {
        return new UnsupportedOperationException(
                what + " is not measured for " + getClass().getSimpleName());
    }
}
