package dev.holdfast.lock;

import java.time.Duration;

/**
 * How a job waits for a lock that somebody else holds: in the lock's line, first come first served, without a thread and
 * without an attempt, until it is woken by the release.
 *
 * @param longest longest wait, counted from when the job got its place
 * @param afterwards what happens when the wait is over and the lock is busy still
 */
public record Parking(Duration longest, Afterwards afterwards) {
    /** What happens when a wait in line is over. */
    public enum Afterwards {
        /** The job keeps its place and waits as long again. */
        WAIT_ON,
        /** The job is discarded. */
        DISCARD,
        /** The job runs without the lock, counted and shown: only for a lock that saves money. */
        PROCEED
    }

    private static final Duration MAX = Duration.ofDays(366);

    /** An hour, then on: the holder is alive, or its lock would have ended. */
    public static final Parking DEFAULT = new Parking(Duration.ofHours(1), Afterwards.WAIT_ON);

    public Parking {
        if (longest.isNegative() || longest.compareTo(MAX) > 0) {
            throw new IllegalArgumentException("a wait in line must be 0 to " + MAX + ", got " + longest);
        }
        if (longest.isZero() && afterwards == Afterwards.WAIT_ON) {
            throw new IllegalArgumentException("a wait in line that goes on must be longer than 0");
        }
    }
}
