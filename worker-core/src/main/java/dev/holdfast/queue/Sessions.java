package dev.holdfast.queue;

import dev.holdfast.lock.LockKey;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** SPI: the workers that share a queue. Thread-safe; blocks on the store. */
public interface Sessions {
    /** Opens a new session; its id was never used before. */
    Session open(SessionInfo info);

    /** The beats of all sessions that have not ended. */
    List<SessionBeat> beats();

    /**
     * Ends a session if its beat is still the one that was seen, and in the same transaction frees its locks and
     * returns its jobs.
     *
     * @return empty if the session has moved on or ended since
     */
    Optional<Reaped> reap(SessionBeat seen);

    /**
     * Wakes parked jobs whose turn has come without a transaction that said so: the first in the lines of these keys,
     * which were freed in a store of their own; the next one where the woken one did not come in time; now and then the
     * first one where only asking tells whether the lock is free. Bounded; what is left over is done by the next call.
     */
    void wakeWaiters(Collection<LockKey> freed);

    /**
     * Calls the listener, on a thread of the store's, whenever something may have become due. A hint: it may be late,
     * missing or wrong, and polling is the truth.
     *
     * @return closes the subscription
     */
    AutoCloseable onWake(Consumer<Wake> listener);
}
