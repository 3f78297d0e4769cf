package dev.holdfast.memory;

import dev.holdfast.job.JobState;
import dev.holdfast.job.Tally;
import dev.holdfast.queue.Reaped;
import java.util.Collections;
import java.util.List;

/** Ends a session: returns its jobs and frees its locks. Runs inside a transaction. */
final class SessionEnd {
    /** Deaths of a process under one suspect after which the job is given up. */
    private static final int MOST_CRASHES = 3;

    private static final String POISON = "poison: its process died " + MOST_CRASHES + " times under it";

    private final Database database;
    private final JobWriter writer;

    SessionEnd(Database database) {
        this.database = database;
        this.writer = database.jobWriter();
    }

    Reaped of(SessionRow session) {
        int freed = database.locks().freeAll(session.id);
        List<JobRow> held = List.copyOf(session.jobs.values());
        List<JobState> ends =
                held.stream().map(row -> giveUp(row, session.willed)).toList();
        database.sessions().end(session);
        return new Reaped(session.id, count(ends, JobState.READY), count(ends, JobState.DISCARDED), freed);
    }

    private static int count(List<JobState> ends, JobState state) {
        return Collections.frequency(ends, state);
    }

    /** A cancel that had not reached the worker takes effect here. */
    private JobState giveUp(JobRow row, boolean willed) {
        if (row.cancel != null) {
            writer.end(row, JobState.CANCELLED, row.cancel);
            return JobState.CANCELLED;
        }
        if (!willed) {
            row.tally = row.suspect ? crashed(row.tally) : row.tally;
            row.suspect = true;
        }
        if (!willed && row.tally.crashes() >= MOST_CRASHES) {
            writer.end(row, JobState.DISCARDED, POISON);
            return JobState.DISCARDED;
        }
        writer.waitAgain(row, writer.now(), row.tally, row.note);
        return JobState.READY;
    }

    private static Tally crashed(Tally tally) {
        return new Tally(
                tally.attempts(), tally.failures(), tally.interruptions(), tally.contentions(), tally.crashes() + 1);
    }
}
