package dev.holdfast.memory;

import dev.holdfast.job.Job;
import dev.holdfast.job.JobState;
import dev.holdfast.lease.JobId;
import dev.holdfast.queue.JobInspector;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The read model of jobs, and what an operator may ask. */
final class MemoryJobs implements JobInspector {
    private static final Comparator<Job> NEWEST_FIRST = Comparator.comparing(Job::id)
            .thenComparing(job -> job.details().round())
            .reversed();

    private final Database database;

    MemoryJobs(Database database) {
        this.database = database;
    }

    @Override
    public List<Job> list(Filter filter) {
        return database.ask(
                "list jobs",
                () -> Stream.concat(live(), database.history().all())
                        .filter(matches(filter))
                        .sorted(NEWEST_FIRST)
                        .limit(filter.limit())
                        .toList());
    }

    private Stream<Job> live() {
        return database.jobs().all().map(this::shown);
    }

    private Job shown(JobRow row) {
        return row.shown(row.state(database.now()), Optional.empty());
    }

    private static Predicate<Job> matches(Filter filter) {
        return job -> filter.queue().map(job.queue()::equals).orElse(true)
                && filter.kind().map(job.kind()::equals).orElse(true)
                && filter.state().map(job.state()::equals).orElse(true);
    }

    @Override
    public Optional<Job> show(JobId id) {
        return database.ask(
                "show " + id,
                () -> database.jobs()
                        .find(id)
                        .map(this::shown)
                        .or(() -> database.history().find(id).map(History.Ended::job)));
    }

    @Override
    public Optional<Asked> cancel(JobId id, String reason) {
        return database.ask("cancel " + id, () -> database.jobs().find(id).map(row -> cancel(row, Texts.note(reason))));
    }

    private Asked cancel(JobRow row, String reason) {
        if (!row.isRunning()) {
            database.jobWriter().end(row, JobState.CANCELLED, reason);
            return Asked.DONE;
        }
        if (row.cancel != null) {
            return Asked.UNCHANGED;
        }
        row.cancel = reason;
        database.sessions().callAttention(row.lease.session());
        return Asked.TOLD;
    }

    @Override
    public Optional<Asked> retry(JobId id) {
        return database.ask(
                "retry " + id,
                () -> database.jobs()
                        .find(id)
                        .map(this::hurry)
                        .or(() -> database.history().find(id).map(this::enqueueAgain)));
    }

    private Asked hurry(JobRow row) {
        JobWriter writer = database.jobWriter();
        if (row.isRunning() || !row.runAt.isAfter(writer.now())) {
            return Asked.UNCHANGED;
        }
        writer.dueNow(row);
        return Asked.DONE;
    }

    private Asked enqueueAgain(History.Ended ended) {
        Instant now = database.now();
        database.jobWriter().enqueue(ended.spec(), ended.job().details().payload(), now);
        return Asked.DONE;
    }
}
