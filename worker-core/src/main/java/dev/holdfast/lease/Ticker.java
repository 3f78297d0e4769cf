package dev.holdfast.lease;

import java.time.Duration;

/**
 * Monotonic time since an arbitrary origin. The only clock by which Holdfast measures how long something took;
 * a wall clock can step and never measures a duration. Implementations are thread-safe.
 */
@FunctionalInterface
public interface Ticker {
    /** Time since this ticker's origin; never falls. */
    Duration now();

    /** The JVM's monotonic clock, which goes on while the process is stopped. */
    static Ticker system() {
        return () -> Duration.ofNanos(System.nanoTime());
    }
}
