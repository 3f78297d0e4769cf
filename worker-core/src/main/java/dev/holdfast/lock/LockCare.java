package dev.holdfast.lock;

import java.time.Duration;

/**
 * What a lock store needs beside claims and renewals.
 *
 * @param guard what must stay true of it
 * @param leftovers what ended sessions may have left in it
 * @param every longest time between two questions to the guard, at most {@link #LONGEST}
 */
public record LockCare(LockStoreGuard guard, LockLeftovers leftovers, Duration every) {
    public static final Duration LONGEST = Duration.ofMinutes(1);

    /** For a store that evicts nothing, and whose locks end with their session. */
    public static final LockCare NONE = new LockCare(LockStoreGuard.NONE, LockLeftovers.NONE, LONGEST);

    public LockCare {
        if (every.isNegative() || every.isZero() || every.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    "a lock store's guard is asked at least every " + LONGEST + ", and not all the time; got " + every);
        }
    }
}
