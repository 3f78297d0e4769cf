package dev.holdfast.runtime;

import java.time.Duration;
import java.util.List;

/**
 * Tells the store when this worker waits for work, so that whoever enqueues wakes it, and when it does not: under a load
 * that keeps it looking anyway, while every slot is taken, and while it drains. A worker that gets single jobs or bursts
 * now and then goes on waiting in the store's eyes, and costs no write: each change leaves a dead row behind, which an old
 * snapshot keeps from being cleaned, and which whoever enqueues then walks over. Used by one thread.
 */
final class Idleness {
    /** A worker that could not even look for so long has every slot taken. */
    private static final Duration FULL = Duration.ofSeconds(1);

    /** After so long without a moment to spare it withdraws. */
    private static final Duration BUSY = Duration.ofSeconds(2);

    /** An announcement may be lost with the store's memory: so often an idle worker makes sure of it. */
    private static final Duration AGAIN = Duration.ofSeconds(10);

    private final List<String> queues;
    private final Pace pace;
    private Tenure announced;
    private Duration announcedAt = Duration.ZERO;
    private Duration lookedAt = Duration.ZERO;
    private Duration freeAt = Duration.ZERO;

    Idleness(List<String> queues, Pace pace) {
        this.queues = queues;
        this.pace = pace;
    }

    /** Ends a round: how long to wait. After an announcement not at all: what came before it was announced to nobody. */
    Duration pause(Tenure current, Duration now) {
        if (pace.hasLooked()) {
            lookedAt = now;
        }
        Duration pause = pace.pause();
        boolean isFull = now.minus(lookedAt).compareTo(FULL) > 0;
        if (!isFull && !pace.isLoaded()) {
            freeAt = now;
        }
        boolean first = announced != current;
        if (now.minus(freeAt).compareTo(BUSY) > 0) {
            withdraw(current);
        } else if (pace.isIdle() && (first || now.minus(announcedAt).compareTo(AGAIN) > 0)) {
            announce(current, now);
            return first ? Duration.ZERO : pause;
        }
        return pause;
    }

    private void announce(Tenure current, Duration now) {
        current.session().announceIdle(queues);
        announced = current;
        announcedAt = now;
    }

    /** Nothing more is leased, or nothing has to be told. */
    void withdraw(Tenure current) {
        if (announced == current) {
            // Tried once: a hint too many does no harm.
            announced = null;
            current.session().announceIdle(List.of());
        }
    }
}
