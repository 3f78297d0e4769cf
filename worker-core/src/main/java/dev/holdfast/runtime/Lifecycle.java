package dev.holdfast.runtime;

import java.time.Duration;
import java.util.Optional;

/** The worker's state, which only moves forward, and the moment at which running attempts will be told to stop. */
final class Lifecycle {
    private volatile WorkerState state = WorkerState.STARTING;
    private volatile Duration cancelAt;

    WorkerState state() {
        return state;
    }

    /** Moves on; a step back is ignored. True if the state changed. */
    synchronized boolean advance(WorkerState next) {
        if (next.compareTo(state) <= 0) {
            return false;
        }
        state = next;
        return true;
    }

    /** When a shutdown will cancel what still runs; empty while none is under way. */
    Optional<Duration> cancelAt() {
        return Optional.ofNullable(cancelAt);
    }

    void cancelAt(Duration when) {
        cancelAt = when;
    }
}
