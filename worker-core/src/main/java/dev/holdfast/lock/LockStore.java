package dev.holdfast.lock;

import java.time.Duration;
import java.util.Collection;
import java.util.Map;

/** SPI: where locks are kept. Thread-safe. */
public interface LockStore {
    /** Short name for logs and configuration, for example {@code postgres}. */
    String name();

    /** Makes a claim object. No I/O; nothing is held yet. */
    LockClaim claim(LockKey key, Owner owner);

    /**
     * Renews many claims in one round trip; answers each. Claims whose store has no ttl of its own are answered
     * from what the session's reconcile knows and cost nothing.
     */
    Map<LockClaim, Renewal> renewAll(Collection<LockClaim> claims);

    /**
     * The last will of a process that is about to halt: what these claims hold ends at most so long after the store has
     * read this, each by its own token, and never later than it would have anyway. Nothing is released: their owners
     * still run. One round trip; a store that does not answer leaves it to the ttl. Does nothing where locks end with
     * their lease, whose session leaves a will of its own.
     *
     * @param left more than zero
     */
    void shorten(Collection<LockClaim> claims, Duration left);

    /**
     * True when a lock is a row beside the job it serves: settling or reaping the job frees it in the same
     * transaction, and it lives exactly as long as the worker's session. False when claims have a ttl of their own.
     */
    boolean endsWithLease();

    /** How long a grant is honoured without a renewal. */
    Duration ttl();
}
