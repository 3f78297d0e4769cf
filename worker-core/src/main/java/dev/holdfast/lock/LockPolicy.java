package dev.holdfast.lock;

import java.time.Duration;

/**
 * How a job wants a lock taken.
 *
 * @param patience how long to keep asking, in the attempt's own thread, while somebody else holds it; zero asks once
 * @param whenUnreachable what to do when the store does not answer
 */
public record LockPolicy(Duration patience, WhenUnreachable whenUnreachable) {
    /** What to do when the store does not answer a claim. */
    public enum WhenUnreachable {
        /** Do not run: the lock guards a mutation. The job is snoozed, no attempt is consumed. */
        DEFER,
        /** Run without the lock, counted and shown: the lock only saves money. */
        PROCEED
    }

    /** First: the constants below are checked against it while this class is loaded. */
    private static final Duration MAX_PATIENCE = Duration.ofHours(1);

    /** Ask once; do not run without it. */
    public static final LockPolicy DEFER = new LockPolicy(Duration.ZERO, WhenUnreachable.DEFER);
    /** Ask once; run unguarded if the store is unreachable. */
    public static final LockPolicy PROCEED = new LockPolicy(Duration.ZERO, WhenUnreachable.PROCEED);

    public LockPolicy {
        if (patience.isNegative() || patience.compareTo(MAX_PATIENCE) > 0) {
            throw new IllegalArgumentException("patience must be 0 to " + MAX_PATIENCE + ", got " + patience);
        }
    }

    public LockPolicy waiting(Duration patience) {
        return new LockPolicy(patience, whenUnreachable);
    }

    public boolean defers() {
        return whenUnreachable == WhenUnreachable.DEFER;
    }
}
