package dev.holdfast.runtime;

import dev.holdfast.lease.JobId;
import dev.holdfast.lease.LeaseToken;
import dev.holdfast.queue.LeasedJob;

/** One attempt: a job under one lease. */
record LeaseRef(JobId job, LeaseToken lease) {
    static LeaseRef of(LeasedJob job) {
        return new LeaseRef(job.id(), job.lease());
    }
}
