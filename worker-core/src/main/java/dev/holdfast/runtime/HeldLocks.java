package dev.holdfast.runtime;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * The registry, the only list of claims. Entries are the claim objects themselves and are found by attempt, never by
 * key: two claims of one key, a victim's and its stealer's, cannot be taken for each other. Thread-safe.
 */
final class HeldLocks {
    private final ConcurrentMap<LeaseRef, List<ScopedLock>> byAttempt = new ConcurrentHashMap<>();
    private final FreedLocks freed = new FreedLocks();

    void register(ScopedLock lock) {
        byAttempt.compute(lock.scope().ref(), (ref, locks) -> with(locks, lock));
    }

    void unregister(ScopedLock lock) {
        byAttempt.computeIfPresent(lock.scope().ref(), (ref, locks) -> without(locks, lock));
    }

    FreedLocks freed() {
        return freed;
    }

    /** Takes all of an attempt's claims off the list. */
    List<ScopedLock> unregisterAll(LeaseRef ref) {
        List<ScopedLock> locks = byAttempt.remove(ref);
        return locks == null ? List.of() : newestFirst(locks);
    }

    List<ScopedLock> of(LeaseRef ref) {
        return newestFirst(byAttempt.getOrDefault(ref, List.of()));
    }

    List<ScopedLock> all() {
        return byAttempt.values().stream().flatMap(List::stream).toList();
    }

    private static List<ScopedLock> with(List<ScopedLock> locks, ScopedLock lock) {
        List<ScopedLock> more = new ArrayList<>(locks == null ? List.of() : locks);
        more.add(lock);
        return List.copyOf(more);
    }

    private static List<ScopedLock> without(List<ScopedLock> locks, ScopedLock lock) {
        List<ScopedLock> fewer = locks.stream().filter(other -> other != lock).toList();
        return fewer.isEmpty() ? null : fewer;
    }

    private static List<ScopedLock> newestFirst(List<ScopedLock> locks) {
        List<ScopedLock> reversed = new ArrayList<>(locks);
        Collections.reverse(reversed);
        return reversed;
    }
}
