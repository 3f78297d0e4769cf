package dev.holdfast.job;

import dev.holdfast.lease.JobId;
import java.time.Instant;
import java.util.Optional;

/**
 * A job as people see it: the read model of the command line and the pages. A snapshot; never a capability.
 *
 * @param id the job
 * @param queue its queue
 * @param kind names its handler
 * @param state where it was when read
 * @param details everything else
 */
public record Job(JobId id, String queue, String kind, JobState state, Details details) {
    /**
     * The rest of a job's row.
     *
     * @param payload JSON text
     * @param uniqueKey its unique key, if it has one
     * @param round rises each time a keyed job is started over by a newer request
     * @param priority 0 to 9
     * @param tally what has happened in this round
     * @param maxAttempts failures after which it is discarded
     * @param timing when, by the database's clock
     * @param note progress while running, otherwise the last error or result; cut and sanitised
     * @param holder the session that runs it, if any
     */
    public record Details(
            String payload,
            Optional<String> uniqueKey,
            int round,
            int priority,
            Tally tally,
            int maxAttempts,
            Timing timing,
            String note,
            Optional<String> holder) {}

    /**
     * Instants of the database's clock.
     *
     * @param enqueuedAt when it was stored
     * @param runAt when it is or was due
     * @param endedAt when it reached its final state
     */
    public record Timing(Instant enqueuedAt, Instant runAt, Optional<Instant> endedAt) {}
}
