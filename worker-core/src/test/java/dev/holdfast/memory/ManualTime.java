package dev.holdfast.memory;

import dev.holdfast.lease.Ticker;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A wall clock and a ticker that move when a test says so. Thread-safe. */
public final class ManualTime implements InstantSource, Ticker {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private volatile Duration passed = Duration.ZERO;
    private volatile Duration stepped = Duration.ZERO;

    @Override
    public Instant instant() {
        return START.plus(passed).plus(stepped);
    }

    @Override
    public Duration now() {
        return passed;
    }

    /** Time passes, by both clocks. */
    public synchronized void pass(Duration time) {
        passed = passed.plus(time);
    }

    /** The wall clock is set to another time; none passes. */
    public synchronized void step(Duration by) {
        stepped = stepped.plus(by);
    }
}
