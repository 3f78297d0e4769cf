package dev.holdfast.runtime;

import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Lets one thread wait until another calls, or until a time has passed. A call that comes early is not lost, and many of
 * them are one: a worker calls for years before somebody waits.
 */
final class Wakeup {
    private final BlockingQueue<Boolean> called = new ArrayBlockingQueue<>(1);

    void call() {
        if (called.isEmpty()) {
            called.offer(true);
        }
    }

    /** Waits; afterwards all calls so far are answered. */
    void await(Duration longest) throws InterruptedException {
        called.poll(Math.max(0, longest.toNanos()), TimeUnit.NANOSECONDS);
    }
}
