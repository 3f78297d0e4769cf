package dev.holdfast.runtime;

import dev.holdfast.lock.LockKey;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Keys that were freed in a store of their own, until the lines before them are told. Bounded. Thread-safe. */
final class FreedLocks {
    /** More than are freed between two rounds; for what is dropped the store looks by itself. */
    private static final int MOST = 10_000;

    private final Set<LockKey> freed = new HashSet<>();
    private volatile Runnable tell = () -> {};

    /** Called once, before the first release. */
    void tellWith(Runnable action) {
        tell = action;
    }

    void add(LockKey key) {
        boolean first;
        synchronized (freed) {
            first = freed.isEmpty();
            if (freed.size() < MOST) {
                freed.add(key);
            }
        }
        if (first) {
            tell.run();
        }
    }

    List<LockKey> take() {
        synchronized (freed) {
            List<LockKey> taken = List.copyOf(freed);
            freed.clear();
            return taken;
        }
    }
}
