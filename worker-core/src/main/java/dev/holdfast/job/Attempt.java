package dev.holdfast.job;

import dev.holdfast.lease.JobId;
import dev.holdfast.lock.Acquisition;
import dev.holdfast.lock.HeldLock;
import dev.holdfast.lock.LockKey;
import dev.holdfast.lock.LockPolicy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * One execution of a job, as its handler sees it. Valid until the handler returns; thread-safe, so that a handler
 * may hand it to threads of its own as long as it joins them.
 */
public interface Attempt {
    JobId job();

    String kind();

    /** 1 for the first lease of this round that started; counts retries, interruptions and contention alike. */
    int number();

    /**
     * Takes a lock for the rest of this attempt, or until the returned lock is closed. Of permits it takes one; the lock
     * that is answered names its slot.
     *
     * @throws dev.holdfast.lock.LockUnavailable if it is refused; let it pass to wait in line without a thread
     *     and without losing an attempt
     * @throws AttemptCancelledException if the attempt has been told to stop
     * @throws IllegalStateException if this attempt holds the key already
     */
    HeldLock lock(LockKey key, LockPolicy policy) throws InterruptedException;

    /** Takes a lock with {@link LockPolicy#DEFER}. */
    default HeldLock lock(LockKey key) throws InterruptedException {
        return lock(key, LockPolicy.DEFER);
    }

    /**
     * Asks once for a lock and answers what the store said. After {@link Acquisition.Granted}, {@link #held} has it.
     */
    Acquisition tryLock(LockKey key);

    /**
     * Takes a lock from whoever holds it: tells the holder, then waits until it has let go or its trust has ended.
     *
     * @param reason recorded with the steal
     */
    HeldLock steal(LockKey key, String reason) throws InterruptedException;

    /** The lock of this key, if this attempt took it, declared or not, and has not released it. */
    Optional<HeldLock> held(LockKey key);

    /** How long the attempt may still run before it is cancelled by its timeout or by a shutdown in progress. */
    Duration remaining();

    /** Why the attempt was told to stop; empty while it was not. */
    Optional<CancelReason> cancelled();

    /** Returns if the attempt may go on. @throws AttemptCancelledException if it was told to stop */
    default void ensureActive() {
        cancelled().ifPresent(reason -> {
            throw new AttemptCancelledException(reason);
        });
    }

    /**
     * Runs the action once when the attempt is told to stop, on a thread of its own; here and now if it was already.
     * The handler's own thread is interrupted as well.
     */
    void onCancel(Runnable action);

    /** Shown to people while the attempt runs; written with the next heartbeat, the last text wins. */
    void progress(String text);

    /**
     * Applies an effect once under a lock: records the intent under the lock's fence, checks that the lock is trusted
     * for the call's own timeout, calls, records the result. If it was recorded before, answers that result.
     *
     * <p>Blocks on the store and on the call. A store that does not answer is thrown as {@link
     * dev.holdfast.queue.StoreUnavailableException}; let it pass, and the job is snoozed without losing an attempt: its
     * next attempt finds what was recorded, and reconciles.
     *
     * @throws dev.holdfast.lock.LockLostException if the lock is not held, or not for long enough
     * @throws AttemptCancelledException if the attempt has been told to stop
     */
    String effect(HeldLock lock, Effect effect) throws Exception;

    /**
     * Applies an effect under the one lock this attempt has, bounded by {@link Effect#DEFAULT_TIMEOUT}. A rerun that finds
     * the intent without a result makes the call again: for calls that may be repeated. Otherwise say by {@link
     * Effect#named} how to look first.
     *
     * @throws IllegalStateException if the attempt has no lock, or several
     */
    default String effect(String name, String intent, Effect.Call call) throws Exception {
        List<HeldLock> locks = locks();
        if (locks.size() != 1) {
            throw new IllegalStateException("name the lock of effect " + name + ": this attempt has " + locks.size());
        }
        return effect(locks.get(0), Effect.named(name).intent(intent).apply(call));
    }

    /** The locks this attempt took, declared or not, and has not released; newest first. */
    List<HeldLock> locks();

    /**
     * The recorded result of an effect of any job under that key, if there is one. Blocks on the store.
     *
     * @throws dev.holdfast.queue.StoreUnavailableException if it does not answer; let it pass to be snoozed
     */
    Optional<String> recorded(LockKey key, String effectName);
}
