package dev.holdfast.queue;

import java.util.List;

/**
 * Answer to a lease request.
 *
 * @param live false if the session has ended, which is not the same as no jobs
 * @param jobs what was leased
 */
public record Leased(boolean live, List<LeasedJob> jobs) {
    public Leased {
        jobs = List.copyOf(jobs);
    }
}
