package dev.holdfast.bench.contender;

import java.util.Map;

/**
 * One system under test. It runs in a process of its own and is asked by one thread: {@link #prepare} first, then any of
 * the others, each as often as a benchmark likes. A constructor takes the URL of the server it works on, on which it is
 * alone at first, and the settings.
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

    /**
     * Starts a worker and returns when that many jobs were run and their ends are written, though more may wait; then
     * stops the worker.
     */
    default void drain(int jobs) throws Exception {
        throw notMeasured("draining");
    }

    /** How long the last drain began with waiting for a system that looks for work only now and then. Counts for nothing. */
    default double idleMillis() {
        return 0;
    }

    /**
     * From the call that commits one job to the start of its handler, with a worker that has nothing else to do.
     *
     * @return {@code p50Millis}, {@code p99Millis}
     */
    default Map<String, Double> pickUp(int probes) throws Exception {
        throw notMeasured("picking up");
    }

    /**
     * Stores jobs at this rate, on time however slowly they are run, while a worker runs them.
     *
     * @return {@code p50Millis} and {@code p99Millis} from the time a job was to be stored to the start of its handler,
     *     {@code jobsPerSecond} run, {@code earlyJobs} and {@code lateJobs} that waited on average in the second and in the
     *     last quarter of the time; nothing of that counts the first quarter; {@code earlyHeapMegabytes} and {@code
     *     lateHeapMegabytes} in use in the middle of the first quarter and at the end
     */
    default Map<String, Double> steady(int jobsPerSecond, int seconds) throws Exception {
        throw notMeasured("a steady load");
    }

    /**
     * Starts a worker and returns when that many of its jobs run; they sleep until {@link #rest}.
     *
     * @return {@code heapMegabytes}, {@code residentMegabytes}, {@code threads} of this process, {@code virtual} 1 if the
     *     jobs sleep on virtual threads
     */
    default Map<String, Double> hold(int jobs) throws Exception {
        throw notMeasured("holding jobs");
    }

    /** Starts a worker and returns; it runs what is there and what comes, until {@link #rest}. */
    default void work() throws Exception {
        throw notMeasured("working beside others");
    }

    /**
     * How many jobs the worker has run, and has written the ends of, since {@link #work}. May be asked often.
     *
     * @return {@code jobs}
     */
    default Map<String, Double> count() throws Exception {
        throw notMeasured("counting");
    }

    /** Stops the worker of {@link #work} or {@link #hold}. */
    default void rest() throws Exception {
        throw notMeasured("working beside others");
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
