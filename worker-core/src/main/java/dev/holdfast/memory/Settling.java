package dev.holdfast.memory;

import dev.holdfast.job.JobState;
import dev.holdfast.job.NewJob;
import dev.holdfast.job.Tally;
import dev.holdfast.lease.JobId;
import dev.holdfast.queue.Settled;
import dev.holdfast.queue.Settlement;
import dev.holdfast.queue.Settlement.Ending;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Writes the ends of a session's attempts. Runs inside a transaction. */
final class Settling {
    private final Database database;
    private final SessionRow session;
    private final JobWriter writer;
    private final Set<JobId> accepted = new HashSet<>();
    private final Map<JobId, String> refused = new HashMap<>();

    Settling(Database database, SessionRow session) {
        this.database = database;
        this.session = session;
        this.writer = database.jobWriter();
    }

    Settled settle(List<Settlement> batch) {
        batch.forEach(settlement ->
                session.held(settlement.job(), settlement.lease()).ifPresent(row -> settle(row, settlement)));
        return new Settled(true, accepted, refused);
    }

    private void settle(JobRow row, Settlement settlement) {
        try {
            write(row, settlement.ending());
        } catch (IllegalArgumentException cannotBeWritten) {
            refused.put(row.id, cannotBeWritten.getMessage());
            return;
        }
        database.locks().free(settlement.lease(), row.id);
        accepted.add(row.id);
    }

    private void write(JobRow row, Ending ending) {
        if (ending instanceof Ending.Completed completed) {
            writer.end(row, JobState.COMPLETED, completed.result());
            completed.followUps().forEach(writer::enqueue);
        } else if (ending instanceof Ending.Discarded discarded) {
            writer.end(row, JobState.DISCARDED, discarded.reason());
        } else if (ending instanceof Ending.Cancelled cancelled) {
            writer.end(row, JobState.CANCELLED, cancelled.reason());
        } else {
            writeWaiting(row, ending);
        }
    }

    private void writeWaiting(JobRow row, Ending ending) {
        if (ending instanceof Ending.Parked parked) {
            park(row, parked);
        } else if (ending instanceof Ending.Retried retried) {
            leaveAndWait(row, due(retried.delay()), new Tally(0, 1, 0, 0, 0), retried.error());
        } else if (ending instanceof Ending.Snoozed snoozed) {
            Tally counted = new Tally(0, 0, 0, snoozed.contended() ? 1 : 0, 0);
            leaveAndWait(row, due(snoozed.delay()), counted, snoozed.reason());
        } else if (ending instanceof Ending.Returned returned && returned.started()) {
            waitAgain(row, writer.now(), new Tally(0, 0, 1, 0, 0), returned.reason());
        } else {
            giveBackUnstarted(row);
        }
    }

    private void park(JobRow row, Ending.Parked parked) {
        due(parked.terms().longest());
        due(parked.terms().pause());
        row.suspect = false;
        writer.park(row, parked, plus(row.tally, new Tally(0, 0, 0, 1, 0)));
    }

    /** It was an attempt: whatever it was parked for before, it has no place in a line any more. */
    private void leaveAndWait(JobRow row, Instant due, Tally counted, String note) {
        database.lines().leave(row);
        waitAgain(row, due, counted, note);
    }

    /** It was no attempt: the job is as it was before the lease. */
    private void giveBackUnstarted(JobRow row) {
        Instant due = row.ticket != null && row.runAt.isBefore(writer.now()) ? row.runAt : writer.now();
        writer.waitAgain(row, due, plus(row.tally, new Tally(-1, 0, 0, 0, 0)), row.note);
    }

    /** The handler ran, and its process lives: whatever was suspected of the job is disproved. */
    private void waitAgain(JobRow row, Instant due, Tally counted, String note) {
        row.suspect = false;
        writer.waitAgain(row, due, plus(row.tally, counted), note);
    }

    private Instant due(Duration delay) {
        if (delay.isNegative() || delay.compareTo(NewJob.MAX_DELAY) > 0) {
            throw new IllegalArgumentException("delay must be 0 to " + NewJob.MAX_DELAY + ", got " + delay);
        }
        return writer.now().plus(delay);
    }

    private static Tally plus(Tally a, Tally b) {
        return new Tally(
                a.attempts() + b.attempts(),
                a.failures() + b.failures(),
                a.interruptions() + b.interruptions(),
                a.contentions() + b.contentions(),
                a.crashes() + b.crashes());
    }
}
