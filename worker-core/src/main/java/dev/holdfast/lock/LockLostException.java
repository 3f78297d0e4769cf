package dev.holdfast.lock;

/** The lock is no longer this attempt's: what it guards must not be touched any more. */
public final class LockLostException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public LockLostException(LockKey key, String why) {
        super("lock " + key + " is lost: " + why);
    }
}
