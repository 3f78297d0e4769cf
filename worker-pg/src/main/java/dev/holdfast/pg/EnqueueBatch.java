package dev.holdfast.pg;

import dev.holdfast.job.NewJob;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Jobs that go into one statement, and where each stands in the list that the caller gave. A list is cut so that no
 * statement grows with it. Immutable.
 *
 * @param places of the jobs, from 0
 */
record EnqueueBatch(List<Integer> places, List<NewJob> jobs) {
    static final int MOST_JOBS = 2_000;

    /** In characters of JSON; one job that is larger goes alone. */
    static final int MOST_PAYLOAD = 4 << 20;

    /** Those who cut keyed jobs meet the keys in one order, so that they wait for each other in one direction. */
    private static final Comparator<NewJob> BY_KEY = Comparator.comparing(
                    (NewJob job) -> job.uniqueKey().isPresent())
            .thenComparing(NewJob::queue)
            .thenComparing(job -> job.uniqueKey().orElse(""));

    static List<EnqueueBatch> cut(List<NewJob> jobs) {
        List<Integer> order = IntStream.range(0, jobs.size()).boxed().toList();
        if (count(jobs, order, 0) < jobs.size()
                && jobs.stream().anyMatch(job -> job.uniqueKey().isPresent())) {
            // Stable: requests for one key keep their order.
            order = order.stream()
                    .sorted((a, b) -> BY_KEY.compare(jobs.get(a), jobs.get(b)))
                    .toList();
        }
        List<EnqueueBatch> batches = new ArrayList<>();
        for (int from = 0;
                from < jobs.size();
                from += batches.get(batches.size() - 1).size()) {
            List<Integer> places = order.subList(from, from + count(jobs, order, from));
            batches.add(new EnqueueBatch(places, places.stream().map(jobs::get).toList()));
        }
        return batches;
    }

    private static int count(List<NewJob> jobs, List<Integer> order, int from) {
        long payload = 0;
        int count = 0;
        while (from + count < order.size() && count < MOST_JOBS) {
            payload += jobs.get(order.get(from + count)).payload().length();
            if (count > 0 && payload > MOST_PAYLOAD) {
                break;
            }
            count++;
        }
        return count;
    }

    private int size() {
        return jobs.size();
    }
}
