package dev.holdfast.bench.contender;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** An even beat on the monotonic clock, which does not drift when one beat is late. For one thread. */
final class Pace {
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private final long interval;
    private long next = System.nanoTime();

    Pace(int perSecond) {
        interval = NANOS_PER_SECOND / perSecond;
    }

    /** Waits for the next beat. */
    void await() {
        next += interval;
        spinUntil(() -> System.nanoTime() >= next);
    }

    /** Looks every 50 µs, so that what is measured is not the wait. */
    void spinUntil(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            LockSupport.parkNanos(50_000);
        }
    }
}
