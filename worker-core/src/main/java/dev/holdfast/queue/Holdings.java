package dev.holdfast.queue;

import dev.holdfast.lease.JobId;
import dev.holdfast.lease.LeaseToken;
import dev.holdfast.lease.OwnerToken;
import java.util.List;
import java.util.Optional;

/**
 * What the store says a session holds.
 *
 * @param live false if the session has ended
 * @param attention as in {@link Beat}; everything it announced is part of this answer
 * @param jobs jobs leased by it
 * @param locks locks that live in the same store
 */
public record Holdings(boolean live, long attention, List<HeldJob> jobs, List<HeldRow> locks) {
    public Holdings {
        jobs = List.copyOf(jobs);
        locks = List.copyOf(locks);
    }

    /**
     * A leased job.
     *
     * @param cancel why somebody asked to cancel it, if so
     */
    public record HeldJob(JobId id, LeaseToken lease, Optional<String> cancel) {}

    /**
     * A held lock row.
     *
     * @param revoked why somebody wants to steal it, if so
     */
    public record HeldRow(OwnerToken token, Optional<String> revoked) {}
}
