package dev.holdfast.queue;

import dev.holdfast.lease.JobId;
import java.util.List;

/**
 * What accepting a webhook delivery did.
 *
 * @param duplicate true if the delivery had been accepted before; then nothing was enqueued
 * @param jobs the jobs it led to, now or the first time
 */
public record Delivered(boolean duplicate, List<JobId> jobs) {
    public Delivered {
        jobs = List.copyOf(jobs);
    }
}
