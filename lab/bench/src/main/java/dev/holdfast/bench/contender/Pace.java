package dev.holdfast.bench.contender;

import java.util.concurrent.locks.LockSupport;

/** An even beat on the monotonic clock, which does not drift when one beat is late. For one thread. */
final class Pace {
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private final long interval;
    private long next = System.nanoTime();

    Pace(int perSecond) {
        interval = NANOS_PER_SECOND / perSecond;
    }

    /** Sleeps until the next beat. */
    void await() {
        next += interval;
        for (long left = interval; left > 0; left = next - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
