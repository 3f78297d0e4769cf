package dev.holdfast.job;

/** A payload breaks one of the rules of {@link PayloadCodec}; nothing was stored. */
public final class InvalidPayloadException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    public InvalidPayloadException(String rule) {
        super(rule);
    }

    public InvalidPayloadException(String rule, Throwable cause) {
        super(rule, cause);
    }
}
