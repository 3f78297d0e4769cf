package dev.holdfast.runtime;

import dev.holdfast.lock.LockCare;
import dev.holdfast.lock.LockStore;
import dev.holdfast.queue.EffectLog;
import dev.holdfast.queue.Sessions;

/**
 * Where a worker keeps everything durable.
 *
 * @param sessions the queue's workers
 * @param locks where locks are kept; probed before the first claim, and refused if it does not release by owner
 * @param effects record of effects
 * @param care what the lock store needs beside
 */
public record Stores(Sessions sessions, LockStore locks, EffectLog effects, LockCare care) {
    /** Stores of which the one for locks needs no care. */
    public Stores(Sessions sessions, LockStore locks, EffectLog effects) {
        this(sessions, locks, effects, LockCare.NONE);
    }

    /**
     * The same with a lock store that is not probed, and therefore never asked either: every lock is answered
     * {@link dev.holdfast.lock.Acquisition.Unguarded}, whatever the policy, and no key is written. For workers that are
     * put together by hand, where no store can release by owner; handlers then run without their locks.
     */
    public Stores unprobed() {
        return new Stores(sessions, new UnprobedLocks(locks.name()), effects);
    }

    boolean areProbed() {
        return !(locks instanceof UnprobedLocks);
    }
}
