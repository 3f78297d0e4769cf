package dev.holdfast.pg;

import dev.holdfast.queue.Settlement;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * Counts, for each leased batch, the jobs whose settlement has not been sent: when to look whether a batch is done.
 * Only a guess that saves looking each time; the database decides by its rows. Thread-safe.
 */
final class Outstanding {
    private final Map<Integer, Integer> unsettled = new ConcurrentHashMap<>();

    void leased(int number, int jobs) {
        if (jobs > 0) {
            unsettled.put(number, jobs);
        }
    }

    /** Batches that are done if all of these settlements are written. */
    List<Integer> doneBy(List<Settlement> settlements) {
        return perBatch(settlements).entrySet().stream()
                .filter(batch -> unsettled.getOrDefault(batch.getKey(), 0) <= batch.getValue())
                .map(Map.Entry::getKey)
                .toList();
    }

    /** These settlements were written, or refused because somebody else has the jobs now. */
    void settled(List<Settlement> settlements) {
        perBatch(settlements)
                .forEach((number, count) ->
                        unsettled.computeIfPresent(number, (key, left) -> left > count ? left - count : null));
    }

    private static Map<Integer, Integer> perBatch(List<Settlement> settlements) {
        return settlements.stream()
                .collect(Collectors.groupingBy(
                        settlement -> settlement.lease().number(), Collectors.summingInt(settlement -> 1)));
    }
}
