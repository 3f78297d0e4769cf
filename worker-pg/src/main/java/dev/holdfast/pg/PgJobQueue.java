package dev.holdfast.pg;

import dev.holdfast.job.InvalidPayloadException;
import dev.holdfast.job.NewJob;
import dev.holdfast.lease.JobId;
import dev.holdfast.queue.Delivered;
import dev.holdfast.queue.Enqueued;
import dev.holdfast.queue.JobQueue;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** The queue in PostgreSQL, for producers. Thread-safe; blocks on the database. */
public final class PgJobQueue implements JobQueue {
    private static final String DELIVER =
            "select duplicate, ids from holdfast.deliver(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    private static final String RETAIN = "insert into holdfast.queues values (?, ? * interval '1 ms')"
            + " on conflict (queue) do update set retention = excluded.retention";

    private final Db db;
    private final boolean notify;
    private final Enqueuing enqueuing;

    PgJobQueue(Db db, boolean notify) {
        this.db = db;
        this.notify = notify;
        this.enqueuing = new Enqueuing(notify);
    }

    /**
     * {@inheritDoc} A list longer than some thousand jobs, or some megabytes, goes in several statements of one
     * transaction, each bounded.
     *
     * @throws InvalidPayloadException if the database does not take one of the payloads, naming it; nothing was stored
     */
    @Override
    public List<Enqueued> enqueue(List<NewJob> jobs) {
        List<NewJob> all = List.copyOf(jobs);
        return storing(all, () -> db.run("enqueue", connection -> enqueue(connection, all)));
    }

    /**
     * Stores jobs in the caller's own transaction: they exist if and when it commits. What goes wrong is the
     * caller's to handle, like any other failure of that transaction; a deadlock or a serialisation failure means to
     * run it again.
     *
     * @param connection in autocommit or not; stays open
     * @return one answer a job, in order
     */
    public List<Enqueued> enqueue(Connection connection, List<NewJob> jobs) throws SQLException {
        return enqueuing.enqueue(connection, jobs);
    }

    @Override
    public Delivered deliver(String source, String deliveryId, List<NewJob> jobs) {
        return storing(jobs, () -> db.run("deliver", connection -> deliver(connection, source, deliveryId, jobs)));
    }

    private Delivered deliver(Connection connection, String source, String deliveryId, List<NewJob> jobs)
            throws SQLException {
        try (Statement statement = new Statement(connection, DELIVER)) {
            statement.text(source).text(deliveryId);
            NewJobs.bind(statement, jobs);
            ResultSet row = statement.flag(notify).row();
            Long[] ids = (Long[]) row.getArray(2).getArray();
            return new Delivered(
                    row.getBoolean(1), Arrays.stream(ids).map(JobId::new).toList());
        }
    }

    /**
     * Sets how long finished jobs of a queue are kept; 7 days unless set. They are dropped by the day, once no queue
     * keeps that day any more.
     *
     * @param retention empty to keep none
     */
    public void retain(String queue, Optional<Duration> retention) {
        db.run("retain", connection -> {
            try (Statement statement = new Statement(connection, RETAIN)) {
                return statement
                        .text(queue)
                        .maybeNumber(retention.map(Duration::toMillis).orElse(null))
                        .update();
            }
        });
    }

    private <T> T storing(List<NewJob> jobs, Supplier<T> store) {
        try {
            return store.get();
        } catch (BadRowException e) {
            throw db.run("look for the job that was refused", connection -> enqueuing.refusal(connection, jobs, e));
        }
    }
}
