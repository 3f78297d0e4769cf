package dev.holdfast.memory;

import dev.holdfast.lease.JobId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Deliveries that were accepted, with the jobs they led to. */
final class DeliveryTable {
    record Id(String source, String id) {}

    private final Map<Id, List<JobId>> accepted = new HashMap<>();

    Optional<List<JobId>> find(Id id) {
        return Optional.ofNullable(accepted.get(id));
    }

    List<JobId> add(Id id, List<JobId> jobs) {
        accepted.put(id, jobs);
        return jobs;
    }
}
