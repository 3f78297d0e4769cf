package dev.holdfast.lock;

/**
 * A lock a kind declares: taken before its handler runs.
 *
 * @param key which lock
 * @param policy how it is taken
 */
public record LockRequest(LockKey key, LockPolicy policy) implements Comparable<LockRequest> {
    /** Canonical order, so that two jobs that declare the same locks never wait for each other in a circle. */
    @Override
    public int compareTo(LockRequest other) {
        return key.compareTo(other.key);
    }
}
