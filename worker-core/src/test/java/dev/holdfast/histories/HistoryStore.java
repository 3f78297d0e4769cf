package dev.holdfast.histories;

import dev.holdfast.job.NewJob;
import dev.holdfast.lease.JobId;
import dev.holdfast.lease.SessionId;
import dev.holdfast.queue.Enqueued;
import dev.holdfast.queue.JobInspector;
import dev.holdfast.queue.JobQueue;
import dev.holdfast.queue.Sessions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A store as histories use it, by one thread but for leases. It is never emptied: each history has queues of its own. */
public interface HistoryStore extends AutoCloseable {
    JobQueue queue();

    Sessions sessions();

    JobInspector jobs();

    /** Time by the ticker that paces the sweeps of the sessions. */
    Duration ticks();

    /** Lets time pass by that ticker. */
    void tick(Duration time);

    /** From now on so much of that time passes whenever a session looks at the ticker: what a sweep takes. */
    void sweepsTake(Duration time);

    /** Lets time pass by the clock by which jobs are due. */
    void pass(Duration time);

    /** What is in the live table now, committed. */
    Look look(List<String> queues);

    /** What only a database with transactions can do; empty where there are none. */
    Optional<Accidents> accidents();

    /** A look at the live table. */
    record Look(Instant now, List<Row> rows) {}

    /** A live job. */
    record Row(JobId id, String queue, String kind, int priority, Instant runAt, boolean running) {}

    /** What goes on in the database beside the store. */
    interface Accidents {
        /** Opens a transaction; at most two are open. */
        Open begin();

        /** From now on every lease of the session is rolled back when it commits, its answer having been sent. */
        void doom(SessionId session);

        void spare(SessionId session);

        /** Holds an old snapshot, until it is called with false. */
        void pin(boolean held);

        /** Moves a waiting job's time into the past. */
        void backdate(JobId id, Duration by);
    }

    /** An open transaction of somebody else. */
    interface Open {
        /** Takes the ids now; the jobs exist once it has committed. */
        List<Enqueued> enqueue(List<NewJob> jobs);

        /** Locks waiting jobs as a lease does that is still in flight. */
        Set<JobId> lockSome(List<String> queues, int most);

        void end(boolean commit);
    }

    @Override
    void close();
}
