package dev.holdfast.runtime;

import dev.holdfast.event.WorkerEvent;
import dev.holdfast.lease.Ticker;
import java.time.Duration;

/**
 * Turns a service's rounds into a named thread. It survives any Throwable of one round: the next round happens all the
 * same. Start and stop may be called in any order and any number of times; a loop that was stopped never runs again.
 */
final class Loop {
    private static final Duration AFTER_FAILURE = Duration.ofMillis(250);

    private final String name;
    private final Service service;
    private final Ticker ticker;
    private final Events events;
    private final Wakeup wakeup = new Wakeup();
    private final Failures failures;
    private Thread thread;
    private volatile boolean stopped;

    Loop(String name, Service service, Ticker ticker, Events events) {
        this.name = name;
        this.service = service;
        this.ticker = ticker;
        this.events = events;
        this.failures = new Failures(name, ticker, events);
    }

    synchronized void start() {
        if (thread == null && !stopped) {
            thread = AttemptThreads.daemon("holdfast-" + name, this::run);
            thread.start();
        }
    }

    /** Asks for a round now. */
    void wake() {
        wakeup.call();
    }

    /** The round under way is the last. Returns at once. */
    void finish() {
        stopped = true;
        wakeup.call();
    }

    /** No round starts after this returns, unless the one under way did not end in the given time. */
    void stop(Duration longest) throws InterruptedException {
        finish();
        Thread running = started();
        if (running != null && running != Thread.currentThread()) {
            running.join(Math.max(1, longest.toMillis()));
        }
    }

    private synchronized Thread started() {
        return thread;
    }

    private void run() {
        while (!stopped) {
            Duration pause = round();
            try {
                wakeup.await(pause);
            } catch (InterruptedException e) {
                // Only stop() ends a loop; nobody has reason to interrupt it, so one who does must not kill leases.
                events.emit(new WorkerEvent.RoundFailed(name, e));
            }
        }
    }

    private Duration round() {
        try {
            Duration pause = service.round(ticker.now());
            failures.none();
            return pause;
        } catch (Throwable e) {
            failures.add(e);
            return AFTER_FAILURE;
        }
    }
}
