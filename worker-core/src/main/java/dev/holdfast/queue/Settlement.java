package dev.holdfast.queue;

import dev.holdfast.job.NewJob;
import dev.holdfast.lease.JobId;
import dev.holdfast.lease.LeaseToken;
import java.time.Duration;
import java.util.List;

/**
 * The end of one attempt, as it is written.
 *
 * @param job which job
 * @param lease the token it was leased under; no other row is touched
 * @param ending what is written
 */
public record Settlement(JobId job, LeaseToken lease, Ending ending) {
    /** What is written at an attempt's end. */
    public sealed interface Ending {
        /** Final. */
        record Completed(String result, List<NewJob> followUps) implements Ending {
            public Completed {
                followUps = List.copyOf(followUps);
            }
        }

        /** Failed; runs again after the delay. */
        record Retried(String error, Duration delay) implements Ending {}

        /**
         * Later, without consuming an attempt.
         *
         * @param contended true if a taken lock was the reason
         */
        record Snoozed(Duration delay, String reason, boolean contended) implements Ending {}

        /** Final: failed for good. */
        record Discarded(String reason) implements Ending {}

        /** Final: by request. */
        record Cancelled(String reason) implements Ending {}

        /**
         * Given back, due at once.
         *
         * @param started false if the handler never ran: then the lease is not counted as an attempt
         */
        record Returned(boolean started, String reason) implements Ending {}
    }
}
