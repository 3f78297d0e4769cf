package dev.holdfast.memory;

import dev.holdfast.job.NewJob;
import dev.holdfast.lease.JobId;
import dev.holdfast.queue.Delivered;
import dev.holdfast.queue.Enqueued;
import dev.holdfast.queue.JobQueue;
import java.util.List;
import java.util.Objects;

/** Where producers put jobs. */
final class MemoryQueue implements JobQueue {
    private final Database database;

    MemoryQueue(Database database) {
        this.database = database;
    }

    @Override
    public List<Enqueued> enqueue(List<NewJob> jobs) {
        List<NewJob> all = List.copyOf(jobs);
        return database.ask("enqueue", () -> insert(all));
    }

    private List<Enqueued> insert(List<NewJob> jobs) {
        JobWriter writer = database.jobWriter();
        return jobs.stream().map(writer::enqueue).toList();
    }

    @Override
    public Delivered deliver(String source, String deliveryId, List<NewJob> jobs) {
        DeliveryTable.Id id = new DeliveryTable.Id(
                Objects.requireNonNull(source, "source"), Objects.requireNonNull(deliveryId, "delivery id"));
        List<NewJob> all = List.copyOf(jobs);
        return database.ask("deliver", () -> accept(id, all));
    }

    private Delivered accept(DeliveryTable.Id id, List<NewJob> jobs) {
        DeliveryTable deliveries = database.deliveries();
        return deliveries
                .find(id)
                .map(first -> new Delivered(true, first))
                .orElseGet(() -> new Delivered(false, deliveries.add(id, ids(insert(jobs)))));
    }

    private static List<JobId> ids(List<Enqueued> enqueued) {
        return enqueued.stream().map(Enqueued::id).toList();
    }
}
