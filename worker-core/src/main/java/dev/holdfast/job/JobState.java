package dev.holdfast.job;

/**
 * Where a job is. The first four live in the live table and are derived from its columns; the last three are
 * final and never change.
 *
 * <pre>
 *   SCHEDULED ──due──► READY ──lease──► RUNNING ──settle──► COMPLETED | DISCARDED | CANCELLED
 *       ▲                ▲                 │ │
 *       └──── retry, snooze, return ───────┘ │
 *                        └──woken── PARKED ◄─┘ a lock is busy
 * </pre>
 */
public enum JobState {
    /** Waits for its time: delayed, retrying or snoozed. */
    SCHEDULED(false),
    /** Waits in line for a lock that somebody else holds. */
    PARKED(false),
    /** May be leased. */
    READY(false),
    /** Leased by a live session. */
    RUNNING(false),
    COMPLETED(true),
    /** Failed for good. */
    DISCARDED(true),
    /** Ended by request. */
    CANCELLED(true);

    private final boolean terminal;

    JobState(boolean terminal) {
        this.terminal = terminal;
    }

    public boolean isFinal() {
        return terminal;
    }
}
