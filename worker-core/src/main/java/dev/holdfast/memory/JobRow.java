package dev.holdfast.memory;

import dev.holdfast.job.Job;
import dev.holdfast.job.JobState;
import dev.holdfast.job.Tally;
import dev.holdfast.lease.JobId;
import dev.holdfast.lease.LeaseToken;
import dev.holdfast.queue.LeasedJob;
import java.time.Instant;
import java.util.Optional;

/** A row of the live table. Its waiting columns change only inside {@link JobTable#change}. */
final class JobRow {
    final JobId id;
    final Instant enqueuedAt;
    JobSpec spec;
    String payload;
    Instant runAt;
    /** Null while it waits. */
    LeaseToken lease;
    /** Payload of a request that came while it ran; null if none did. */
    String nextPayload;
    /** Why somebody asked to cancel it while it ran; null if nobody did. */
    String cancel;

    int round = 1;
    Tally tally = Tally.NONE;
    boolean suspect;
    String note = "";
    /** Its place in the lines of the locks it was parked for; null if it has none. */
    Long ticket;
    /** When its wait is over; null without a place. */
    Instant parkedUntil;
    /** It is not due before, though its turn comes. */
    Instant pausedUntil = Instant.MIN;

    JobRow(JobId id, JobSpec spec, String payload, Instant enqueuedAt) {
        this.id = id;
        this.spec = spec;
        this.payload = payload;
        this.enqueuedAt = enqueuedAt;
        this.runAt = enqueuedAt;
    }

    boolean isRunning() {
        return lease != null;
    }

    JobState state(Instant now) {
        if (isRunning()) {
            return JobState.RUNNING;
        } else if (runAt.isAfter(now)) {
            return ticket == null ? JobState.SCHEDULED : JobState.PARKED;
        }
        return JobState.READY;
    }

    LeasedJob leased(Instant now) {
        return new LeasedJob(
                id,
                lease,
                spec.queue(),
                spec.kind(),
                payload,
                new LeasedJob.Limits(tally, spec.maxAttempts(), spec.timeout(), suspect),
                Optional.ofNullable(ticket).map(place -> new LeasedJob.Place(place, !parkedUntil.isAfter(now))));
    }

    Job shown(JobState state, Optional<Instant> endedAt) {
        Job.Details details = new Job.Details(
                payload,
                spec.uniqueKey().map(JobSpec.UniqueKey::key),
                round,
                spec.priority(),
                tally,
                spec.maxAttempts(),
                new Job.Timing(enqueuedAt, runAt, endedAt),
                note,
                endedAt.isPresent() ? Optional.empty() : holder());
        return new Job(id, spec.queue(), spec.kind(), state, details);
    }

    private Optional<String> holder() {
        return Optional.ofNullable(lease).map(held -> held.session().toString());
    }
}
