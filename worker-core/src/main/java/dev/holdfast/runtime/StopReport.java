package dev.holdfast.runtime;

import dev.holdfast.lease.JobId;
import java.time.Duration;
import java.util.List;

/**
 * How a worker ended.
 *
 * @param took from the stop request on
 * @param counts what became of its attempts
 * @param forced jobs whose handler would not stop; a peer returns them when the process is gone
 */
public record StopReport(Duration took, Counts counts, List<JobId> forced) {
    /**
     * What became of the attempts since the stop was requested.
     *
     * @param finished ended by themselves
     * @param returned given back: unstarted or interrupted
     * @param unsettled ended, but the store took no answer before the deadline; they run again
     */
    public record Counts(int finished, int returned, int unsettled) {}

    public StopReport {
        forced = List.copyOf(forced);
    }

    /** True if every attempt had ended and every end was written. */
    public boolean isClean() {
        return forced.isEmpty() && counts.unsettled() == 0;
    }
}
