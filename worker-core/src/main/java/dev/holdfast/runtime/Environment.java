package dev.holdfast.runtime;

import dev.holdfast.event.EventListener;
import dev.holdfast.lease.Ticker;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * What surrounds a worker.
 *
 * @param events hears what it does
 * @param halter ends the process; empty when the worker is embedded in an application that must not be ended: then an
 *     owner that will not stop is reported, its lock stays held and its session goes on beating until it has stopped
 * @param ticker its clock
 * @param random jitter only
 */
public record Environment(EventListener events, Optional<Halter> halter, Ticker ticker, RandomGenerator random) {
    /** For a process of the worker's own. */
    public static Environment of(EventListener events, Halter halter) {
        return new Environment(events, Optional.of(halter), Ticker.system(), RandomGenerator.getDefault());
    }

    /** For a worker inside another application. */
    public static Environment embedded(EventListener events) {
        return new Environment(events, Optional.empty(), Ticker.system(), RandomGenerator.getDefault());
    }
}
