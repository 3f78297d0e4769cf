package dev.holdfast.lock;

/**
 * A lock was refused. A handler that lets it pass loses no attempt: its job waits in the lock's line if somebody holds the
 * lock, and a short time if the store did not answer.
 */
public final class LockUnavailable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final LockKey key;
    private final transient Acquisition answer;

    public LockUnavailable(LockKey key, Acquisition answer) {
        super("lock " + key + " is unavailable: " + answer);
        this.key = key;
        this.answer = answer;
    }

    public LockKey key() {
        return key;
    }

    /** Why: busy, unknown, or the lease is lost. */
    public Acquisition answer() {
        return answer;
    }
}
