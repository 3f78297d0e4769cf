package dev.holdfast.lease;

/**
 * Number of one grant of a lock key. Greater than that of every earlier grant of the key, through release,
 * expiry, steal and restart; a resource that remembers the greatest one it has seen can refuse a late owner.
 *
 * @param value positive number
 */
public record FencingToken(long value) implements Comparable<FencingToken> {
    public FencingToken {
        if (value <= 0) {
            throw new IllegalArgumentException("a fencing token is positive, got " + value);
        }
    }

    @Override
    public int compareTo(FencingToken other) {
        return Long.compare(value, other.value);
    }

    @Override
    public String toString() {
        return "fence " + value;
    }
}
