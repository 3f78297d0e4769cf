package dev.holdfast.queue;

import dev.holdfast.lease.SessionId;
import java.time.Duration;

/**
 * A session was not opened: one of two declares that its deployment is single-instance, and the other is live. Nothing
 * was written. The other may be the rest of a process that is gone, so whoever is refused waits for its ttl.
 */
public final class NotAloneException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Duration ttl;

    /**
     * The refusal.
     *
     * @param other the live session, with what people know of it
     * @param ttl for how long that one is honoured without a beat
     * @param declaredHere true if the refused session declares it, false if the live one does
     */
    public NotAloneException(SessionId other, String who, Duration ttl, boolean declaredHere) {
        super(
                declaredHere
                        ? other + " (" + who + ") is live, and this worker is told that it is the only one:"
                                + " stop the other, or unset SINGLE_INSTANCE here"
                        : other + " (" + who + ") is live and declares that it is the only one:"
                                + " stop it, or unset SINGLE_INSTANCE there");
        this.ttl = ttl;
    }

    /** For how long the live session is honoured without a beat. */
    public Duration ttl() {
        return ttl;
    }
}
