package dev.holdfast.pg;

/** The database is not one that Holdfast can run on; the message says what to change. */
public final class NotReadyException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NotReadyException(String message) {
        super(message);
    }
}
