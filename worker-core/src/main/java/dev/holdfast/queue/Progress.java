package dev.holdfast.queue;

import dev.holdfast.lease.JobId;
import dev.holdfast.lease.LeaseToken;

/** What a running handler tells people. */
public record Progress(JobId job, LeaseToken lease, String text) {}
