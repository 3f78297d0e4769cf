package dev.holdfast.job;

/**
 * Where a job is. The first three live in the live table and are derived from its columns; the last three are
 * final and never change.
 *
 * <pre>
 *   SCHEDULED ──due──► READY ──lease──► RUNNING ──settle──► COMPLETED | DISCARDED | CANCELLED
 *       ▲                                  │
 *       └──── retry, snooze, return ───────┘
 * </pre>
 */
public enum JobState {
    /** Waits for its time: delayed, retrying or snoozed. */
    SCHEDULED(false),
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
