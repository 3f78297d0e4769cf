package dev.holdfast.runtime;

import dev.holdfast.queue.LeaseRequest;
import dev.holdfast.queue.LeasedJob;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * In which order the next request names the queues. Without weights always as configured: a queue is served when those
 * before it are empty. With weights each queue has a time of its own, which goes on by 1/weight with every job leased
 * from it, and the one that is behind comes first; so over several requests waiting queues get shares by weight. Used by
 * one thread.
 */
final class QueueOrder {
    private final List<String> configured;
    private final Map<String, Integer> weights;
    private final Map<String, Double> times = new HashMap<>();

    QueueOrder(WorkerConfig.Work work) {
        configured = work.queues();
        weights = work.weights();
        forgive();
    }

    List<String> next() {
        return weights.isEmpty()
                ? configured
                : configured.stream().sorted(Comparator.comparing(times::get)).toList();
    }

    /** What a request was answered. */
    void leased(LeaseRequest request, List<LeasedJob> jobs) {
        if (weights.isEmpty()) {
            return;
        }
        boolean all = asksForAll(request);
        if (all && jobs.size() < request.limit()) {
            forgive();
            return;
        }
        if (all) {
            catchUp(request.queues(), jobs.get(jobs.size() - 1).queue());
        }
        jobs.forEach(job -> times.computeIfPresent(job.queue(), (queue, time) -> time + 1.0 / weights.get(queue)));
    }

    /** A queue without suspects, or without overdue jobs, may have others that wait. */
    private static boolean asksForAll(LeaseRequest request) {
        return !request.suspect() && request.overdue().isZero();
    }

    /** Every queue was empty: none of them has waited for another. */
    private void forgive() {
        configured.forEach(queue -> times.put(queue, 0.0));
    }

    /** Those before the last that was served were empty, and save up no turns for later. */
    private void catchUp(List<String> asked, String last) {
        double now = times.get(last);
        asked.subList(0, asked.indexOf(last)).forEach(queue -> times.merge(queue, now, Math::max));
    }
}
