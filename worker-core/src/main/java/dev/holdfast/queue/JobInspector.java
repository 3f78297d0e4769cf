package dev.holdfast.queue;

import dev.holdfast.job.Job;
import dev.holdfast.job.JobState;
import dev.holdfast.lease.JobId;
import java.util.List;
import java.util.Optional;

/** SPI: the read model of jobs for people, and what an operator may ask. Thread-safe; blocks on the store. */
public interface JobInspector {
    /** Newest first. */
    List<Job> list(Filter filter);

    /** Live jobs first, then finished ones that are still kept. */
    Optional<Job> show(JobId id);

    /**
     * Cancels a waiting job at once, or tells the worker that runs it.
     *
     * @return what it did; empty if there is no such live job
     */
    Optional<Asked> cancel(JobId id, String reason);

    /** Makes a waiting job due now, or enqueues a finished one again. Empty if there is no such job. */
    Optional<Asked> retry(JobId id);

    /** What an operator's request led to. */
    enum Asked {
        DONE,
        /** The worker that runs the job is told with its next heartbeat. */
        TOLD,
        /** The job is running, or already as asked. */
        UNCHANGED
    }

    /**
     * Which jobs to list.
     *
     * @param queue only this queue
     * @param kind only this kind
     * @param state only this state
     * @param limit most rows, 1 to 1000
     */
    record Filter(Optional<String> queue, Optional<String> kind, Optional<JobState> state, int limit) {
        public Filter {
            if (limit < 1 || limit > 1000) {
                throw new IllegalArgumentException("limit must be 1 to 1000, got " + limit);
            }
        }
    }
}
