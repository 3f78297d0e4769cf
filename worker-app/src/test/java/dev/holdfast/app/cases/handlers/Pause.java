package dev.holdfast.app.cases.handlers;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The two ways of working: one that can be told to stop, and one that cannot. */
final class Pause {
    private static final Duration STEP = Duration.ofMillis(20);

    private Pause() {}

    static void attentively(Duration lasts) throws InterruptedException {
        if (new Semaphore(0).tryAcquire(lasts.toNanos(), TimeUnit.NANOSECONDS)) {
            throw new IllegalStateException("nobody gives permits");
        }
    }

    /** Swallows every interrupt: that is what it is there for. */
    static void deafly(Duration lasts) {
        deafly(lasts, () -> {});
    }

    static void deafly(Duration lasts, Runnable eachTime) {
        long start = System.nanoTime();
        while (System.nanoTime() - start < lasts.toNanos()) {
            eachTime.run();
            Thread.interrupted();
            LockSupport.parkNanos(STEP.toNanos());
        }
    }
}
