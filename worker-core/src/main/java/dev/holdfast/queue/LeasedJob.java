package dev.holdfast.queue;

import dev.holdfast.job.Tally;
import dev.holdfast.lease.JobId;
import dev.holdfast.lease.LeaseToken;
import java.time.Duration;
import java.util.Optional;

/**
 * A job this worker has leased. Only the session that leased it can settle it, under this token.
 *
 * @param id the job
 * @param lease the token every later write names
 * @param queue its queue
 * @param kind names the handler
 * @param payload JSON text
 * @param limits what bounds it
 * @param place its place in lines, if it was parked
 */
public record LeasedJob(
        JobId id, LeaseToken lease, String queue, String kind, String payload, Limits limits, Optional<Place> place) {
    /**
     * A job's place in the lines of the locks it was parked for.
     *
     * @param ticket its number; who has a smaller one goes first
     * @param waitIsOver true if it was not woken but has waited for as long as it was to
     */
    public record Place(long ticket, boolean waitIsOver) {}

    /**
     * What bounds an attempt.
     *
     * @param tally counted so far in this round, this attempt included
     * @param maxAttempts failures after which it is discarded
     * @param timeout the job's own attempt timeout
     * @param suspect true if a process died while it was leased
     */
    public record Limits(Tally tally, int maxAttempts, Optional<Duration> timeout, boolean suspect) {}
}
