package dev.holdfast.runtime;

import dev.holdfast.queue.NotAloneException;
import java.time.Duration;

/**
 * How long a worker waits for a session that stands in its way: the other's ttl, in which that one beats or is ended,
 * and some time for whoever watches it. Written by one thread.
 */
final class Solitude {
    private static final int ROUNDS_TO_REAP = 8;
    private static final Duration SLACK = Duration.ofSeconds(1);

    private final WorkerConfig.Term term;
    private Duration until;
    private volatile boolean waiting;

    Solitude(WorkerConfig.Term term) {
        this.term = term;
    }

    /** A session was refused. True the first time. */
    boolean refused(NotAloneException refusal, Duration now) {
        boolean first = !waiting;
        if (first) {
            waiting = true;
            Duration ttl = term.ttl().compareTo(refusal.ttl()) > 0 ? term.ttl() : refusal.ttl();
            until = now.plus(ttl)
                    .plus(term.reaperRound().multipliedBy(ROUNDS_TO_REAP))
                    .plus(SLACK);
        }
        return first;
    }

    /** There is a session now, or it is waited for no more. */
    void reached() {
        waiting = false;
    }

    boolean isWaiting() {
        return waiting;
    }

    /** True once whoever stands in the way must be alive. */
    boolean isOver(Duration now) {
        return waiting && now.compareTo(until) >= 0;
    }
}
