package dev.holdfast.runtime;

import java.util.concurrent.atomic.AtomicBoolean;

/** Runs an action the first time only. */
final class Once implements Runnable {
    private final AtomicBoolean done = new AtomicBoolean();
    private final Runnable action;

    Once(Runnable action) {
        this.action = action;
    }

    @Override
    public void run() {
        if (done.compareAndSet(false, true)) {
            action.run();
        }
    }
}
