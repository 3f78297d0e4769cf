package dev.holdfast.bench.contender;

import java.util.concurrent.locks.LockSupport;

/** Pauses of one length on the monotonic clock. */
final class Pace {
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private final long interval;

    Pace(int perSecond) {
        interval = NANOS_PER_SECOND / perSecond;
    }

    void await() {
        long end = System.nanoTime() + interval;
        for (long left = interval; left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
