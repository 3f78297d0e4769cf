package dev.holdfast.memory;

import dev.holdfast.job.JobState;
import dev.holdfast.job.Tally;
import dev.holdfast.queue.Reaped;
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

    /** @return how many of its jobs were discarded as poison, and the rest */
    Reaped of(SessionRow session) {
        int freed = database.locks().freeAll(session.id);
        int poisoned = 0;
        List<JobRow> held = List.copyOf(session.jobs.values());
        for (JobRow row : held) {
            poisoned += giveUp(row, session) ? 1 : 0;
        }
        database.sessions().end(session);
        return new Reaped(session.id, held.size() - poisoned, poisoned, freed);
    }

    private boolean giveUp(JobRow row, SessionRow session) {
        Tally tally = row.suspect && !session.willed ? crashed(row.tally) : row.tally;
        if (tally.crashes() >= MOST_CRASHES) {
            row.tally = tally;
            writer.end(row, JobState.DISCARDED, POISON);
            return true;
        }
        row.suspect |= !session.willed;
        writer.waitAgain(row, writer.now(), tally, session.id + " ended");
        return false;
    }

    private static Tally crashed(Tally tally) {
        return new Tally(
                tally.attempts(), tally.failures(), tally.interruptions(), tally.contentions(), tally.crashes() + 1);
    }
}
