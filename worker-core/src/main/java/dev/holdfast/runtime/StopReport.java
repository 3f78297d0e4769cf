package dev.holdfast.runtime;

import dev.holdfast.lease.JobId;
import java.time.Duration;
import java.util.List;

/**
 * How a worker ended.
 *
 * @param took from the stop request on
 * @param finished attempts that ended by themselves during the drain
 * @param returned jobs given back: unstarted or interrupted
 * @param forced jobs whose handler would not stop; a peer returns them when the process is gone
 */
public record StopReport(Duration took, int finished, int returned, List<JobId> forced) {
    public StopReport {
        forced = List.copyOf(forced);
    }

    /** True if every attempt had ended. */
    public boolean isClean() {
        return forced.isEmpty();
    }
}
