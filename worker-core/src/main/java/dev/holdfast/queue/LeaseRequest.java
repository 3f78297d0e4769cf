package dev.holdfast.queue;

import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * A request for jobs.
 *
 * @param number lease number, chosen and registered before the request is sent
 * @param queues in the order in which they are served
 * @param kinds kinds the worker has handlers for; others are left alone
 * @param limit most jobs to lease
 * @param suspect true to lease a suspect, false to lease anything else
 * @param overdue zero for the highest priority first; more to lease only jobs that have been due for so long, the lowest
 *     priority first
 */
public record LeaseRequest(
        int number, List<String> queues, Set<String> kinds, int limit, boolean suspect, Duration overdue) {
    public LeaseRequest {
        queues = List.copyOf(queues);
        kinds = Set.copyOf(kinds);
        if (limit < 1) {
            throw new IllegalArgumentException("a lease asks for at least one job, got " + limit);
        }
        if (overdue.isNegative()) {
            throw new IllegalArgumentException("overdue must not be negative, got " + overdue);
        }
    }

    /** What is due, the highest priority first. */
    public LeaseRequest(int number, List<String> queues, Set<String> kinds, int limit, boolean suspect) {
        this(number, queues, kinds, limit, suspect, Duration.ZERO);
    }
}
