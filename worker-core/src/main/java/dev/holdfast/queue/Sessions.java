package dev.holdfast.queue;

import dev.holdfast.lease.SessionId;
import dev.holdfast.lock.LockKey;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** SPI: the workers that share a queue. Thread-safe; blocks on the store. */
public interface Sessions {
    /**
     * Opens a new session; its id was never used before.
     *
     * @throws NotAloneException if it declares to be alone and another session is live, or if a live one declares that;
     *     of two that are opened at once, one is refused
     */
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

    /** Of these, the sessions that are known to have ended; one that was never heard of is not among them. */
    Set<SessionId> ended(Set<SessionId> asked);

    /** Names the workers that share these sessions, so that others can tell whose an id is; never changes. */
    String deployment();

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
