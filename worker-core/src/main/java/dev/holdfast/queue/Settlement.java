package dev.holdfast.queue;

import dev.holdfast.job.NewJob;
import dev.holdfast.lease.JobId;
import dev.holdfast.lease.LeaseToken;
import dev.holdfast.lock.LockKey;
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
    /**
     * How long a parked job waits.
     *
     * @param longest until it is due though its turn has not come, counted from when it got its place
     * @param pause until it is due though its turn comes at once
     * @param elsewhere true if the locks have a ttl of their own in another store: whether one is free is then found out by
     *     asking for it, now and then and after {@link Sessions#wakeWaiters}
     */
    public record Wait(Duration longest, Duration pause, boolean elsewhere) {}

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

        /**
         * A lock was busy: waits in the lines of these locks, without consuming an attempt. The job is due when it is the
         * first in every line and none of the locks is held, at the latest when its wait is over. It keeps its place
         * until an attempt of it ends otherwise than by parking again or being given back.
         *
         * @param locks all it asked for; at least one
         * @param terms how long
         * @param reason for people
         */
        record Parked(List<LockKey> locks, Wait terms, String reason) implements Ending {
            public Parked {
                locks = locks.stream().distinct().sorted().toList();
                if (locks.isEmpty()) {
                    throw new IllegalArgumentException("a parked job waits for at least one lock");
                }
            }
        }

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
