package dev.holdfast.queue;

import dev.holdfast.lease.SessionId;
import java.util.List;

/**
 * SPI: a worker's session, a capability: only it can lease, and only it can settle what it leased. Thread-safe.
 * Every method blocks on the store, is bounded by its timeouts, and throws {@link StoreUnavailableException} when the
 * outcome is unknown; repeating any of them is safe.
 */
public interface Session extends AutoCloseable {
    SessionId id();

    Leased lease(LeaseRequest request);

    /**
     * Writes the ends of attempts, frees the locks of the store that ride on their leases, and wakes who waits for
     * them, in one transaction. Each row is matched by its lease token; a row that cannot be written is left out and
     * the rest is written.
     */
    Settled settle(List<Settlement> settlements);

    /**
     * Says in which queues this session waits for work, in place of what it said before: whoever makes a job due there
     * wakes it. It may be forgotten; it ends with the session.
     *
     * @param queues empty if it does not wait
     */
    void announceIdle(List<String> queues);

    /** Shows progress of running jobs. */
    void report(List<Progress> progress);

    /** One beat, on a connection of its own. It costs the same whatever the session holds. */
    Beat heartbeat();

    /** What the store says this session holds. */
    Holdings holdings();

    /**
     * Ends the session.
     *
     * @param will {@link Will#STOPPED} if nothing of it runs any more: what it still holds is freed and returned at
     *     once; {@link Will#HALTING} if something still runs and the process is about to halt: a peer ends the session
     *     when the process is gone
     */
    void end(Will will);

    /** What a session leaves behind. */
    enum Will {
        STOPPED,
        HALTING
    }

    /** Closes the session's connections. Writes nothing. */
    @Override
    void close();
}
