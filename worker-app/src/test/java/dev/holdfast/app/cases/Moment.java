package dev.holdfast.app.cases;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * A moment on the clock that all processes of the machine share: {@link System#nanoTime}, which on Linux counts from
 * the start of the machine and never steps.
 *
 * @param nanos as written in the records
 */
record Moment(long nanos) implements Comparable<Moment> {
    static Moment now() {
        return new Moment(System.nanoTime());
    }

    Moment plus(Duration duration) {
        return new Moment(nanos + duration.toNanos());
    }

    Duration since(Moment earlier) {
        return Duration.ofNanos(nanos - earlier.nanos);
    }

    /** Lets time pass: for a fault that has to last, never for something that has to happen. */
    static void let(Duration pass) throws InterruptedException {
        if (new Semaphore(0).tryAcquire(pass.toNanos(), TimeUnit.NANOSECONDS)) {
            throw new IllegalStateException("nobody gives permits");
        }
    }

    @Override
    public int compareTo(Moment other) {
        return Long.compare(nanos, other.nanos);
    }
}
