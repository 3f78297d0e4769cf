package dev.holdfast.lock;

import dev.holdfast.lease.SessionId;
import java.util.List;
import java.util.Optional;

/**
 * SPI: what lies in a lock store that outlives the sessions of its owners, for whoever must tell what an ended session
 * has left from what somebody holds. Thread-safe; blocks on the store, bounded by its timeouts, and throws a
 * {@link RuntimeException} if that does not answer.
 */
public interface LockLeftovers {
    /** A store in which nothing outlives its session. */
    LockLeftovers NONE = new LockLeftovers() {
        @Override
        public List<Leftover> list(int limit) {
            return List.of();
        }

        @Override
        public boolean remove(Leftover found) {
            return false;
        }
    };

    /**
     * Locks that lie there now, held or left, in no order.
     *
     * @param limit most of them
     */
    List<Leftover> list(int limit);

    /** Frees the lock if it still has exactly the value that was found: whoever took it since keeps it. */
    boolean remove(Leftover found);

    /**
     * A lock as it was found.
     *
     * @param key which
     * @param value all of it, owner token included
     * @param origin who has written it; empty if that cannot be read
     */
    record Leftover(LockKey key, String value, Optional<Origin> origin) {}

    /**
     * Who has written a lock.
     *
     * @param deployment the workers that share a queue; session ids are unique among them only
     * @param session one of them
     */
    record Origin(String deployment, SessionId session) {}
}
