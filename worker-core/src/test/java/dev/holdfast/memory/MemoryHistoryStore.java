package dev.holdfast.memory;

import dev.holdfast.histories.HistoryStore;
import dev.holdfast.job.Job;
import dev.holdfast.job.JobState;
import dev.holdfast.queue.JobInspector;
import dev.holdfast.queue.JobQueue;
import dev.holdfast.queue.Sessions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The memory store: one clock, and nobody else. */
final class MemoryHistoryStore implements HistoryStore {
    private static final int MOST = 1000;

    private final ManualTime time = new ManualTime();
    private final MemoryStore store = new MemoryStore(time, time);

    @Override
    public JobQueue queue() {
        return store.queue();
    }

    @Override
    public Sessions sessions() {
        return store.sessions();
    }

    @Override
    public JobInspector jobs() {
        return store.jobs();
    }

    @Override
    public Duration ticks() {
        return time.now();
    }

    @Override
    public void tick(Duration passing) {
        time.pass(passing);
    }

    @Override
    public void sweepsTake(Duration passing) {
        // It has no cursors, and never sweeps.
    }

    @Override
    public void pass(Duration passing) {
        time.pass(passing);
    }

    @Override
    public Look look(List<String> queues) {
        List<Row> rows = queues.stream()
                .flatMap(queue -> store.jobs().list(all(queue)).stream())
                .filter(job -> !job.state().isFinal())
                .map(MemoryHistoryStore::row)
                .toList();
        return new Look(time.instant(), rows);
    }

    private static JobInspector.Filter all(String queue) {
        return new JobInspector.Filter(Optional.of(queue), Optional.empty(), Optional.empty(), MOST);
    }

    private static Row row(Job job) {
        Job.Details details = job.details();
        boolean running = job.state() == JobState.RUNNING;
        return new Row(
                job.id(),
                job.queue(),
                job.kind(),
                details.priority(),
                details.timing().runAt(),
                running);
    }

    @Override
    public Optional<Accidents> accidents() {
        return Optional.empty();
    }

    @Override
    public void close() {
        // Nothing outlives the test.
    }
}
