package dev.holdfast.lock;

import dev.holdfast.lease.FencingToken;
import java.time.Duration;
import java.util.Optional;

/**
 * A lock as its holder sees it. Closing releases it early; whatever is not closed is released when the attempt
 * ends. Thread-safe.
 */
public interface HeldLock extends AutoCloseable {
    LockKey key();

    /** The grant's fence, to send along to resources that can refuse a late owner; empty when unguarded. */
    Optional<FencingToken> fence();

    /** True while the lock is believed. An unguarded lock is never held. Does no I/O. */
    boolean isHeld();

    /** How long the lock can be trusted without another renewal. Zero once lost. Does no I/O. */
    Duration remaining();

    /**
     * Returns if the lock is believed now.
     *
     * @throws LockLostException if it was lost, stolen, or can no longer be trusted
     */
    void ensureHeld();

    /** Runs the action once when the lock is lost, on a thread of its own; here and now if it is lost already. */
    void onLost(Runnable action);

    /**
     * A resource that knows fences has refused this lock's: it is somebody else's by now, whatever its store has told so
     * far. The loss and the refusal are told, and the attempt is cancelled like one whose lock was lost. Does no I/O.
     *
     * @param what what was refused and why, for people
     */
    void refused(String what);

    /** Releases by token. Blocks on the store's round trip; a store that does not answer is never the job's failure. */
    @Override
    void close();
}
