package dev.holdfast.lock;

/**
 * A request to take a lock from a live holder, on purpose.
 *
 * @param reason recorded with the steal; not blank
 * @param mode whether to wait for the victim
 */
public record Steal(String reason, Mode mode) {
    /** Whether the victim is waited for. */
    public enum Mode {
        /** Tell the victim, then take the lock when it has let go or can no longer trust it. */
        REVOKE,
        /** Take the lock at once; the victim may still be at work. Recorded as an overlap. */
        NOW
    }

    public Steal {
        if (reason == null || reason.isBlank()) {
            throw new IllegalArgumentException("a steal needs a reason");
        }
    }
}
