package dev.holdfast.lock;

import java.time.Duration;

/**
 * How a job wants a lock taken.
 *
 * @param patience how long to keep asking, in the attempt's own thread, while somebody else holds it; zero asks once
 * @param whenUnreachable what to do when the store does not answer
 * @param parking how long the job may wait afterwards in the lock's line, without a thread or an attempt
 */
public record LockPolicy(Duration patience, WhenUnreachable whenUnreachable, Parking parking) {
    /** What to do when the store does not answer a claim. */
    public enum WhenUnreachable {
        /** Do not run: the lock guards a mutation. The job is snoozed, no attempt is consumed. */
        DEFER,
        /** Run without the lock, counted and shown: the lock only saves money. */
        PROCEED
    }

    /** First: the constants below are checked against it while this class is loaded. */
    private static final Duration MAX_PATIENCE = Duration.ofHours(1);

    /** Ask once, then wait in line; do not run without it. */
    public static final LockPolicy DEFER = new LockPolicy(Duration.ZERO, WhenUnreachable.DEFER);
    /** Ask once, then wait in line; run unguarded if the store is unreachable. */
    public static final LockPolicy PROCEED = new LockPolicy(Duration.ZERO, WhenUnreachable.PROCEED);

    public LockPolicy {
        if (patience.isNegative() || patience.compareTo(MAX_PATIENCE) > 0) {
            throw new IllegalArgumentException("patience must be 0 to " + MAX_PATIENCE + ", got " + patience);
        }
        if (parking.afterwards() == Parking.Afterwards.PROCEED && whenUnreachable == WhenUnreachable.DEFER) {
            throw new IllegalArgumentException(
                    "a lock that guards a mutation is never proceeded without: its parking ends with WAIT_ON or DISCARD");
        }
    }

    /** With {@link Parking#DEFAULT}. */
    public LockPolicy(Duration patience, WhenUnreachable whenUnreachable) {
        this(patience, whenUnreachable, Parking.DEFAULT);
    }

    public LockPolicy waiting(Duration patience) {
        return new LockPolicy(patience, whenUnreachable, parking);
    }

    /**
     * @param longest longest wait in line, 0 to 366 days; zero does not wait at all
     * @param afterwards what happens then
     */
    public LockPolicy parkedFor(Duration longest, Parking.Afterwards afterwards) {
        return new LockPolicy(patience, whenUnreachable, new Parking(longest, afterwards));
    }

    public boolean defers() {
        return whenUnreachable == WhenUnreachable.DEFER;
    }

    /** Of two wishes for one lock, the one that runs less often without it, and then the more patient one. */
    LockPolicy stricter(LockPolicy other) {
        if (defers() != other.defers()) {
            return defers() ? this : other;
        }
        return patience.compareTo(other.patience) >= 0 ? this : other;
    }
}
