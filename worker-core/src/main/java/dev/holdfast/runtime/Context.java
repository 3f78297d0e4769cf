package dev.holdfast.runtime;

import dev.holdfast.lease.Ticker;
import java.util.random.RandomGenerator;

/** What every part of one worker shares. */
record Context(WorkerConfig config, Stores stores, Lifecycle lifecycle, HeldLocks locks, Surroundings around) {
    /** Where it tells, reads the time and draws. */
    record Surroundings(Events events, Ticker ticker, RandomGenerator random) {}

    Events events() {
        return around.events();
    }

    Ticker ticker() {
        return around.ticker();
    }

    RandomGenerator random() {
        return around.random();
    }
}
