package dev.holdfast.pg;

import dev.holdfast.job.InvalidPayloadException;
import dev.holdfast.job.NewJob;
import dev.holdfast.lease.JobId;
import dev.holdfast.queue.Enqueued;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/** Writes lists of new jobs, and says which one the database does not take. Stateless but for its settings. */
final class Enqueuing {
    private static final String ENQUEUE = "select ids, results from holdfast.enqueue_batch(?, ?, ?, ?, ?, ?, ?, ?, ?)";
    private static final String ENQUEUE_ONE = "select holdfast.enqueue_one(?, ?, ?, ?, ?, ?, ?, ?)";
    private static final String REFUSED = "select ord, rule from holdfast.refused_payload(?)";

    private final boolean notify;

    Enqueuing(boolean notify) {
        this.notify = notify;
    }

    /** All or none, in one statement or, if the list is long, in one transaction. One answer a job, in order. */
    List<Enqueued> enqueue(Connection connection, List<NewJob> jobs) throws SQLException {
        if (jobs.size() == 1 && jobs.get(0).uniqueKey().isEmpty()) {
            return List.of(one(connection, jobs.get(0)));
        }
        List<EnqueueBatch> batches = EnqueueBatch.cut(jobs);
        Enqueued[] answers = new Enqueued[jobs.size()];
        if (batches.size() == 1) {
            write(connection, batches.get(0), answers);
        } else if (batches.size() > 1) {
            Transaction.on(connection, all -> {
                for (EnqueueBatch batch : batches) {
                    write(all, batch, answers);
                }
                return answers;
            });
        }
        return Arrays.asList(answers);
    }

    /** The common case, at half the price of a list of one. */
    private Enqueued one(Connection connection, NewJob job) throws SQLException {
        try (Statement statement = new Statement(connection, ENQUEUE_ONE)) {
            long id = statement
                    .text(job.queue())
                    .text(job.kind())
                    .integer(job.priority())
                    .number(job.delay().toMillis())
                    .integer(job.maxAttempts())
                    .maybeNumber(job.timeout().map(Duration::toMillis).orElse(null))
                    .text(job.payload())
                    .flag(notify)
                    .row()
                    .getLong(1);
            return new Enqueued(new JobId(id), Enqueued.Result.INSERTED);
        }
    }

    private void write(Connection connection, EnqueueBatch batch, Enqueued[] answers) throws SQLException {
        try (Statement statement = new Statement(connection, ENQUEUE)) {
            NewJobs.bind(statement, batch.jobs());
            ResultSet row = statement.flag(notify).row();
            Long[] ids = (Long[]) row.getArray(1).getArray();
            String[] results =
                    row.getArray(2) == null ? null : (String[]) row.getArray(2).getArray();
            for (int i = 0; i < ids.length; i++) {
                answers[batch.places().get(i)] = new Enqueued(
                        new JobId(ids[i]),
                        results == null ? Enqueued.Result.INSERTED : Enqueued.Result.valueOf(results[i]));
            }
        }
    }

    /** Looks for the job for whose sake a list was refused. */
    InvalidPayloadException refusal(Connection connection, List<NewJob> jobs, BadRowException refused)
            throws SQLException {
        for (EnqueueBatch batch : EnqueueBatch.cut(jobs)) {
            try (Statement statement = new Statement(connection, REFUSED)) {
                ResultSet row = statement
                        .texts(batch.jobs().stream().map(NewJob::payload).toList())
                        .row();
                int ord = row.getInt(1);
                if (!row.wasNull()) {
                    int place = batch.places().get(ord - 1);
                    return new InvalidPayloadException(
                            "nothing was stored: job " + (place + 1) + " of " + jobs.size() + ", " + jobs.get(place)
                                    + ", has a payload that the database does not take: " + row.getString(2),
                            refused);
                }
            }
        }
        return new InvalidPayloadException(
                "nothing was stored: the database does not take it: " + refused.rule(), refused);
    }
}
