package dev.holdfast.lease;

/**
 * Identifies one worker session. Chosen by the store, never reused, never derived from a host name or pid.
 *
 * @param value positive number
 */
public record SessionId(long value) {
    public SessionId {
        if (value <= 0) {
            throw new IllegalArgumentException("a session id is positive, got " + value);
        }
    }

    @Override
    public String toString() {
        return "session " + value;
    }
}
