package dev.holdfast.queue;

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
 */
public record LeaseRequest(int number, List<String> queues, Set<String> kinds, int limit, boolean suspect) {
    public LeaseRequest {
        queues = List.copyOf(queues);
        kinds = Set.copyOf(kinds);
        if (limit < 1) {
            throw new IllegalArgumentException("a lease asks for at least one job, got " + limit);
        }
    }
}
