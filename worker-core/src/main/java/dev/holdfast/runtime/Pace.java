package dev.holdfast.runtime;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.random.RandomGenerator;

/**
 * When to look for work next, by what the last looks found: a few milliseconds after work, then twice as long from one
 * empty look to the next, up to the poll interval. Every wait is shortened by up to a quarter, at random, so that
 * replicas that were started together do not ask together. Used by one thread, but for hints.
 */
final class Pace {
    static final Duration SHORTEST = Duration.ofMillis(5);

    /** A wait so long comes after an empty look. */
    private static final Duration IDLE = SHORTEST.multipliedBy(2);

    /** So many looks in a row that all found something are a load. */
    private static final int LOAD = 16;

    private static final double JITTER = 0.25;

    /** A hint stands for all that became due within some milliseconds of it: another look comes after them. */
    private static final Duration AFTER_HINT = Duration.ofMillis(15);

    private final Duration poll;
    private final RandomGenerator random;
    private final AtomicBoolean hinted = new AtomicBoolean();
    private Duration wait;
    private int successes;
    private boolean looked;

    Pace(Duration poll, RandomGenerator random) {
        this.poll = poll;
        this.random = random;
        this.wait = atMostPoll(SHORTEST);
    }

    /** A look found so many jobs. */
    void found(int jobs) {
        looked = true;
        wait = atMostPoll(jobs > 0 ? SHORTEST : wait.multipliedBy(2));
        successes = jobs > 0 ? Math.min(LOAD, successes + 1) : 0;
    }

    /** Something may have become due. Called by any thread, before the round that it wakes. */
    void hint() {
        hinted.set(true);
    }

    /** Ends a round. One without a look waits for a slot, which wakes it. */
    Duration pause() {
        if (!looked) {
            return poll;
        }
        looked = false;
        boolean again = hinted.getAndSet(false) && AFTER_HINT.compareTo(wait) < 0;
        return again ? AFTER_HINT : jittered(wait);
    }

    boolean hasLooked() {
        return looked;
    }

    boolean isIdle() {
        return wait.compareTo(atMostPoll(IDLE)) >= 0;
    }

    boolean isLoaded() {
        return successes >= LOAD;
    }

    private Duration atMostPoll(Duration wanted) {
        return wanted.compareTo(poll) < 0 ? wanted : poll;
    }

    private Duration jittered(Duration whole) {
        return Duration.ofNanos((long) (whole.toNanos() * (1 - JITTER * random.nextDouble())));
    }
}
