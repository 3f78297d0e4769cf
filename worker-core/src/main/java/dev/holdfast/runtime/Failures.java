package dev.holdfast.runtime;

import dev.holdfast.event.WorkerEvent;
import dev.holdfast.lease.Ticker;
import java.time.Duration;

/**
 * Tells of a service whose rounds fail: when that begins, when it fails in another way, at times while it goes on, and
 * when it is over. An outage lasts for thousands of rounds, and one line says as much as all of them. One thread's.
 */
final class Failures {
    private static final Duration AGAIN = Duration.ofSeconds(30);

    private final String service;
    private final Ticker ticker;
    private final Events events;
    private int count;
    private Class<?> told;
    private Duration since;
    private Duration toldAt;

    Failures(String service, Ticker ticker, Events events) {
        this.service = service;
        this.ticker = ticker;
        this.events = events;
    }

    /** A round has failed. */
    void add(Throwable cause) {
        Duration now = ticker.now();
        if (count++ == 0) {
            since = now;
        } else if (cause.getClass() == told && now.minus(toldAt).compareTo(AGAIN) < 0) {
            return;
        }
        told = cause.getClass();
        toldAt = now;
        events.emit(new WorkerEvent.RoundFailed(service, cause));
    }

    /** A round has ended well. */
    void none() {
        if (count > 0) {
            events.emit(
                    new WorkerEvent.RoundRecovered(service, count, ticker.now().minus(since)));
            count = 0;
        }
    }
}
