package dev.holdfast.pg;

import dev.holdfast.job.Job;
import dev.holdfast.job.JobState;
import dev.holdfast.lease.JobId;
import dev.holdfast.queue.JobInspector;
import dev.holdfast.queue.StoreUnavailableException;
import java.sql.SQLTransientException;
import java.util.List;
import java.util.Optional;

/** Jobs for people. */
final class PgJobInspector implements JobInspector {
    private static final String LIST = Sql.named("list-jobs");
    private static final String SHOW = Sql.named("show-job");
    private static final String CANCEL = "select holdfast.cancel_job(?, ?, ?)";
    private static final String RETRY = "select holdfast.retry_job(?, ?)";
    private static final int MOST_MOVES = 10;

    private final Db db;
    private final boolean notify;

    PgJobInspector(Db db, boolean notify) {
        this.db = db;
        this.notify = notify;
    }

    @Override
    public List<Job> list(Filter filter) {
        return db.read(
                "list jobs",
                handle -> handle.createQuery(LIST)
                        .bind("queue", filter.queue().orElse(null))
                        .bind("kind", filter.kind().orElse(null))
                        .bind("state", filter.state().map(JobState::name).orElse(null))
                        .bind(
                                "live",
                                filter.state().map(state -> !state.isFinal()).orElse(true))
                        .bind("finished", filter.state().map(JobState::isFinal).orElse(true))
                        .bind("limit", filter.limit())
                        .map((row, context) -> JobRows.job(row))
                        .list());
    }

    @Override
    public Optional<Job> show(JobId id) {
        return db.read(
                "show " + id,
                handle -> handle.createQuery(SHOW)
                        .bind("id", id.value())
                        .map((row, context) -> JobRows.job(row))
                        .findFirst());
    }

    @Override
    public Optional<Asked> cancel(JobId id, String reason) {
        for (int moves = 0; moves < MOST_MOVES; moves++) {
            String answer = askToCancel(id, Texts.clean(reason));
            if (!"MOVED".equals(answer)) {
                return Optional.ofNullable(answer).map(Asked::valueOf);
            }
        }
        throw new StoreUnavailableException(
                "cancel " + id, new SQLTransientException("it changed hands " + MOST_MOVES + " times meanwhile"));
    }

    private String askToCancel(JobId id, String reason) {
        return db.run("cancel " + id, connection -> {
            try (Statement statement = new Statement(connection, CANCEL)) {
                return statement
                        .number(id.value())
                        .text(reason)
                        .flag(notify)
                        .row()
                        .getString(1);
            }
        });
    }

    @Override
    public Optional<Asked> retry(JobId id) {
        return db.run("retry " + id, connection -> {
            try (Statement statement = new Statement(connection, RETRY)) {
                String answer = statement.number(id.value()).flag(notify).row().getString(1);
                return Optional.ofNullable(answer).map(Asked::valueOf);
            }
        });
    }
}
