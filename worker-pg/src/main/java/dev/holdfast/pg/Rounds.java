package dev.holdfast.pg;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Turns the rounds of one of the store's own services on a daemon thread; survives whatever one round throws. */
final class Rounds implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Rounds.class);

    private static final Duration AFTER_FAILURE = Duration.ofSeconds(1);
    private static final long JOIN_MS = 2_000;

    private final Round round;
    private final Semaphore wakeUps = new Semaphore(0);
    private final Thread thread;
    private volatile boolean closed;

    /** One turn of a service. */
    @FunctionalInterface
    interface Round {
        /** @return how long to wait before the next one */
        Duration turn();
    }

    private Rounds(String name, Round round) {
        this.round = round;
        this.thread = new Thread(this::run, name);
        thread.setDaemon(true);
    }

    static Rounds start(String name, Round round) {
        Rounds rounds = new Rounds(name, round);
        rounds.thread.start();
        return rounds;
    }

    private void run() {
        while (!isClosed()) {
            await(turn());
        }
    }

    private Duration turn() {
        try {
            return round.turn();
        } catch (Throwable e) {
            log.error("a round of {} threw; the next one comes all the same", thread.getName(), e);
            return AFTER_FAILURE;
        }
    }

    private void await(Duration pause) {
        try {
            if (wakeUps.tryAcquire(pause.toMillis(), TimeUnit.MILLISECONDS)) {
                wakeUps.drainPermits();
            }
        } catch (InterruptedException e) {
            // Nobody interrupts this thread but to end it.
            closed = true;
            Thread.currentThread().interrupt();
        }
    }

    boolean isClosed() {
        return closed;
    }

    /** Asks for a round now. */
    void wake() {
        wakeUps.release();
    }

    /** No further round begins. Waits a moment for the one that is under way. */
    @Override
    public void close() {
        closed = true;
        wake();
        if (thread != Thread.currentThread()) {
            try {
                thread.join(JOIN_MS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
