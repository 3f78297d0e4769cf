package dev.holdfast.queue;

import dev.holdfast.lease.JobId;

/**
 * What an enqueue did.
 *
 * @param id the job that will do the work: the new one, or the live one of the same unique key
 * @param result whether a row was added
 */
public record Enqueued(JobId id, Result result) {
    /** Whether a row was added. */
    public enum Result {
        INSERTED,
        /** Folded into the waiting job of the same key. */
        COALESCED,
        /** The job of the same key is running; it starts over with this payload when it has ended. */
        REARMED
    }
}
