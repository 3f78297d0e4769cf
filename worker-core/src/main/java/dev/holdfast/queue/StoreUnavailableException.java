package dev.holdfast.queue;

/** The store could not be reached or did not answer in time; whether the request took effect is unknown. */
public final class StoreUnavailableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public StoreUnavailableException(String what, Throwable cause) {
        super(what + ": " + cause.getMessage(), cause);
    }
}
