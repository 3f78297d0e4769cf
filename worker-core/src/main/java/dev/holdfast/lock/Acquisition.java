package dev.holdfast.lock;

import dev.holdfast.lease.FencingToken;
import java.time.Duration;

/** What became of one try to take a lock. A value, never an exception: each case is expected. */
public sealed interface Acquisition {
    /**
     * The claim holds the lock.
     *
     * @param fence rises with every grant of the key
     * @param validity how long the store honours the grant without a renewal, counted from when the request
     *     reached it; callers count from when they sent it
     */
    record Granted(FencingToken fence, Duration validity) implements Acquisition {}

    /** Somebody else holds the lock, or it is reserved for somebody else. */
    record Busy(LockHolder holder) implements Acquisition {}

    /** The claimer no longer owns the attempt in whose name it asks; it must stop. */
    record LeaseLost() implements Acquisition {}

    /** The store did not answer: the claim may or may not hold the lock. Releasing it by token is always right. */
    record Unknown(String cause) implements Acquisition {}

    /** The store was never proven to release by owner, so it was not asked and nothing was written. */
    record Unguarded(String reason) implements Acquisition {}
}
