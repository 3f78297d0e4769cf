package dev.holdfast.job;

/** The attempt was told to stop and did something that a stopped attempt must not do. */
public final class AttemptCancelledException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final CancelReason reason;

    public AttemptCancelledException(CancelReason reason) {
        super("the attempt was cancelled: " + reason);
        this.reason = reason;
    }

    public CancelReason reason() {
        return reason;
    }
}
