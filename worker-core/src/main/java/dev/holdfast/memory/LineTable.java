package dev.holdfast.memory;

import dev.holdfast.lease.JobId;
import dev.holdfast.lock.LockKey;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Who waits for which lock, in the order of tickets. */
final class LineTable {
    private final SortedMap<LockKey, NavigableMap<Long, Waiter>> lines = new TreeMap<>();
    private final Map<JobId, Set<LockKey>> byJob = new HashMap<>();

    void add(Waiter waiter) {
        lines.computeIfAbsent(waiter.key, key -> new TreeMap<>()).put(waiter.ticket, waiter);
        byJob.computeIfAbsent(waiter.job, job -> new TreeSet<>()).add(waiter.key);
    }

    /** A job's rows for one key, the one it steals with among them. */
    void remove(LockKey key, JobId job) {
        lines.computeIfPresent(key, (same, line) -> {
            line.values().removeIf(waiter -> waiter.job.equals(job));
            return line.isEmpty() ? null : line;
        });
        byJob.computeIfPresent(job, (same, keys) -> {
            keys.remove(key);
            return keys.isEmpty() ? null : keys;
        });
    }

    /** @return the keys it waited for */
    Set<LockKey> remove(JobId job) {
        Set<LockKey> keys = Set.copyOf(byJob.getOrDefault(job, Set.of()));
        keys.forEach(key -> remove(key, job));
        return keys;
    }

    Stream<Waiter> of(JobId job) {
        return byJob.getOrDefault(job, Set.of()).stream().flatMap(this::in).filter(waiter -> waiter.job.equals(job));
    }

    /** A line, its head first. */
    Stream<Waiter> in(LockKey key) {
        return line(key).values().stream();
    }

    private NavigableMap<Long, Waiter> line(LockKey key) {
        return lines.getOrDefault(key, Collections.emptyNavigableMap());
    }

    Collection<LockKey> keys() {
        return Set.copyOf(lines.keySet());
    }
}
