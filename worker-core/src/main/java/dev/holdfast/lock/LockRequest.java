package dev.holdfast.lock;

import java.util.Collection;
import java.util.List;
import java.util.TreeMap;

/**
 * A lock a kind declares: taken before its handler runs.
 *
 * @param key which lock
 * @param policy how it is taken
 */
public record LockRequest(LockKey key, LockPolicy policy) implements Comparable<LockRequest> {
    /** In canonical order, each lock once: one that is asked for twice is taken by the stricter of the two policies. */
    public static List<LockRequest> inOrder(Collection<LockRequest> requests) {
        TreeMap<LockKey, LockRequest> byLine = new TreeMap<>();
        requests.forEach(request -> byLine.merge(request.key().line(), request, LockRequest::stricter));
        return List.copyOf(byLine.values());
    }

    /** Of two requests for permits of one name the one for fewer. */
    private LockRequest stricter(LockRequest other) {
        LockKey fewer = key.permits() <= other.key.permits() ? key : other.key;
        return new LockRequest(fewer, policy.stricter(other.policy));
    }

    /** Canonical order, so that two jobs that declare the same locks never wait for each other in a circle. */
    @Override
    public int compareTo(LockRequest other) {
        return key.compareTo(other.key);
    }
}
