package dev.holdfast.runtime;

/**
 * Where a worker is. Forward only; {@link ShutdownSequence} alone moves it on from {@link #RUNNING}.
 *
 * <pre>
 *   STARTING ─session open─► RUNNING ─stop─► DRAINING ─deadline or second stop─► CANCELLING ─► FENCING ─► RELEASING ─► STOPPED
 *                                               └────────── all attempts ended ──────────────────┘
 * </pre>
 */
public enum WorkerState {
    /** No session yet. */
    STARTING,
    RUNNING,
    /** Leases nothing; what runs goes on, renewed as before. */
    DRAINING,
    /** Handlers were told to stop. */
    CANCELLING,
    /** No scope hands out a valid lock and no effect starts. */
    FENCING,
    /** What has stopped is released by token; for what has not, a last will is left. */
    RELEASING,
    STOPPED;

    /** True while jobs may be leased. */
    public boolean leases() {
        return this == RUNNING;
    }

    /** True once handlers may start no effect and take no lock. */
    public boolean isFenced() {
        return compareTo(FENCING) >= 0;
    }
}
