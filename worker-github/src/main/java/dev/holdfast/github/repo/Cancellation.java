package dev.holdfast.github.repo;

import com.google.errorprone.annotations.concurrent.GuardedBy;

/** Kills the command of the moment, and keeps the next from starting. Thread-safe. */
final class Cancellation {
    @GuardedBy("this")
    private Tether running;

    @GuardedBy("this")
    private boolean cancelled;

    synchronized void cancel() {
        cancelled = true;
        if (running != null) {
            running.cut();
        }
    }

    /** @param tether null when it has ended */
    synchronized void running(Tether tether) {
        running = tether;
        if (cancelled && tether != null) {
            tether.cut();
        }
    }

    synchronized boolean isCancelled() {
        return cancelled;
    }
}
