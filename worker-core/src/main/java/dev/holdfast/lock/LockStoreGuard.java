package dev.holdfast.lock;

import java.util.Optional;

/**
 * SPI: what must stay true of a lock store beyond what {@link LockStoreProbe} proves once, for example that it never
 * evicts a key. Asked before the first claim, and at least every minute while the worker runs. Thread-safe.
 */
@FunctionalInterface
public interface LockStoreGuard {
    /** A store that has nothing to watch. */
    LockStoreGuard NONE = Optional::empty;

    /**
     * Blocks on the store, bounded by its timeouts.
     *
     * @return why a lock of this store may vanish while it is held, naming what to change; empty if it may not
     * @throws RuntimeException if the store cannot be reached, which is no danger by itself: at boot it is asked again
     *     until it answers, later its last answer stands
     */
    Optional<String> danger();
}
