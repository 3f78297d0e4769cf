package dev.holdfast.memory;

import dev.holdfast.lease.JobId;
import dev.holdfast.memory.JobSpec.UniqueKey;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Jobs that wait or run, with the order in which those that wait are served. */
final class JobTable {
    private static final Comparator<JobRow> SERVED = Comparator.comparingInt((JobRow row) -> row.spec.priority())
            .thenComparing(row -> row.runAt)
            .thenComparing(row -> row.id);

    private final SortedMap<JobId, JobRow> rows = new TreeMap<>(Comparator.reverseOrder());
    private final Map<UniqueKey, JobRow> byUniqueKey = new HashMap<>();
    private final Map<String, NavigableSet<JobRow>> waiting = new HashMap<>();
    private long lastId;

    JobId nextId() {
        return new JobId(++lastId);
    }

    void insert(JobRow row) {
        rows.put(row.id, row);
        row.spec.uniqueKey().ifPresent(key -> byUniqueKey.put(key, row));
        addIfWaiting(row);
    }

    void delete(JobRow row) {
        removeIfWaiting(row);
        row.spec.uniqueKey().ifPresent(byUniqueKey::remove);
        rows.remove(row.id);
    }

    /** Changes columns by which rows are ordered or found waiting. */
    void change(JobRow row, Runnable change) {
        removeIfWaiting(row);
        change.run();
        addIfWaiting(row);
    }

    private void addIfWaiting(JobRow row) {
        if (!row.isRunning()) {
            waiting.computeIfAbsent(row.spec.queue(), queue -> new TreeSet<>(SERVED))
                    .add(row);
        }
    }

    private void removeIfWaiting(JobRow row) {
        if (!row.isRunning()) {
            waiting.get(row.spec.queue()).remove(row);
        }
    }

    Optional<JobRow> find(JobId id) {
        return Optional.ofNullable(rows.get(id));
    }

    Optional<JobRow> find(UniqueKey key) {
        return Optional.ofNullable(byUniqueKey.get(key));
    }

    /** Waiting jobs of a queue, due or not, in the order in which they are served. */
    Stream<JobRow> waiting(String queue) {
        return waiting.getOrDefault(queue, Collections.emptyNavigableSet()).stream();
    }

    /** Newest first. */
    Stream<JobRow> all() {
        return rows.values().stream();
    }
}
