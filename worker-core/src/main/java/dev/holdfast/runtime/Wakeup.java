package dev.holdfast.runtime;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Lets one thread wait until another calls, or until a time has passed. Calls that come early are not lost. */
final class Wakeup {
    private final Semaphore calls = new Semaphore(0);

    void call() {
        calls.release();
    }

    /** Waits; afterwards all calls so far are answered. */
    void await(Duration longest) throws InterruptedException {
        if (calls.tryAcquire(Math.max(0, longest.toNanos()), TimeUnit.NANOSECONDS)) {
            calls.drainPermits();
        }
    }
}
