package dev.holdfast.memory;

import dev.holdfast.job.JobState;
import dev.holdfast.job.NewJob;
import dev.holdfast.job.Tally;
import dev.holdfast.queue.Enqueued;
import dev.holdfast.queue.Settlement.Ending;
import java.time.Instant;
import java.util.Optional;

/** Every change of a job's state: enqueue, fold in, lease, wait again, end. Runs inside a transaction. */
final class JobWriter {
    private final Database database;
    private final JobTable jobs;
    private final Instant now;

    JobWriter(Database database) {
        this.database = database;
        this.jobs = database.jobs();
        this.now = database.now();
    }

    Instant now() {
        return now;
    }

    Enqueued enqueue(NewJob job) {
        return enqueue(JobSpec.of(job), job.payload(), now.plus(job.delay()));
    }

    Enqueued enqueue(JobSpec spec, String payload, Instant runAt) {
        Optional<JobRow> live = spec.uniqueKey().flatMap(jobs::find);
        if (live.isEmpty()) {
            return insert(spec, payload, runAt);
        }
        return live.get().isRunning()
                ? rearm(live.get(), payload)
                : coalesce(live.get(), spec.priority(), payload, runAt);
    }

    private Enqueued insert(JobSpec spec, String payload, Instant runAt) {
        JobRow row = new JobRow(jobs.nextId(), spec, payload, now);
        row.runAt = runAt;
        jobs.insert(row);
        hint(row);
        return new Enqueued(row.id, Enqueued.Result.INSERTED);
    }

    private Enqueued coalesce(JobRow row, int priority, String payload, Instant runAt) {
        jobs.change(row, () -> {
            row.payload = Texts.merge(row.payload, payload);
            row.spec = row.spec.atLeastAsUrgentAs(priority);
            boolean sooner = row.ticket == null && runAt.isBefore(row.runAt);
            row.runAt = sooner ? runAt : row.runAt;
        });
        hint(row);
        return new Enqueued(row.id, Enqueued.Result.COALESCED);
    }

    private static Enqueued rearm(JobRow row, String payload) {
        row.nextPayload = row.nextPayload == null ? payload : Texts.merge(row.nextPayload, payload);
        return new Enqueued(row.id, Enqueued.Result.REARMED);
    }

    /** The attempt came to nothing, and the job waits in the lines of its locks. */
    void park(JobRow row, Ending.Parked parked, Tally tally) {
        if (row.cancel != null) {
            end(row, JobState.CANCELLED, row.cancel);
            return;
        }
        boolean goesOn = row.parkedUntil != null && row.parkedUntil.isAfter(now);
        row.parkedUntil = goesOn ? row.parkedUntil : now.plus(parked.terms().longest());
        row.pausedUntil = now.plus(parked.terms().pause());
        waitAgain(row, row.parkedUntil, tally, parked.reason());
        database.lines().join(row, parked);
    }

    /** Its turn has come. It goes before jobs that were enqueued after it: its locks must not wait for a backlog. */
    void woken(JobRow row) {
        jobs.change(row, () -> row.runAt = row.pausedUntil.isAfter(now) ? row.pausedUntil : row.enqueuedAt);
        database.hints().due(row.spec.queue());
    }

    /** The attempt is over and the job is not. A cancel that came too late for the attempt ends it all the same. */
    void waitAgain(JobRow row, Instant runAt, Tally tally, String note) {
        if (row.cancel != null) {
            end(row, JobState.CANCELLED, row.cancel);
            return;
        }
        row.tally = tally;
        Optional<String> pending = Optional.ofNullable(row.nextPayload);
        unlease(row, () -> {
            row.payload = pending.map(newer -> Texts.merge(row.payload, newer)).orElse(row.payload);
            row.runAt = runAt;
            row.note = Texts.note(note);
        });
    }

    /** The round is over. A request that came while it ran starts the next one. */
    void end(JobRow row, JobState state, String note) {
        row.note = Texts.note(note);
        database.lines().leave(row);
        database.history().add(new History.Ended(row.shown(state, Optional.of(now)), row.spec));
        Optional<String> pending = Optional.ofNullable(row.nextPayload);
        unlease(row, () -> pending.ifPresent(newer -> startOver(row, newer)));
        if (pending.isEmpty()) {
            jobs.delete(row);
        }
    }

    private void startOver(JobRow row, String payload) {
        row.payload = payload;
        row.runAt = now;
        row.round++;
        row.tally = Tally.NONE;
        row.suspect = false;
        row.note = "";
    }

    private void unlease(JobRow row, Runnable change) {
        if (row.isRunning()) {
            database.sessions().find(row.lease.session()).ifPresent(session -> session.jobs.remove(row.id));
        }
        jobs.change(row, () -> {
            row.lease = null;
            row.nextPayload = null;
            row.cancel = null;
            change.run();
        });
        hint(row);
    }

    void dueNow(JobRow row) {
        jobs.change(row, () -> row.runAt = now);
        hint(row);
    }

    private void hint(JobRow row) {
        if (!row.runAt.isAfter(now)) {
            database.hints().due(row.spec.queue());
        }
    }
}
