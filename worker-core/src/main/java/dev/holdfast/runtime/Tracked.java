package dev.holdfast.runtime;

import dev.holdfast.job.CancelReason;
import dev.holdfast.queue.LeasedJob;
import java.time.Duration;
import java.util.Optional;

/** A leased job this worker knows, from the lease's answer until its settlement was answered. */
final class Tracked {
    private final LeasedJob job;
    private final Tenure tenure;
    private final Duration leasedAt;
    private volatile AttemptScope scope;
    private volatile boolean unwanted;

    Tracked(LeasedJob job, Tenure tenure, Duration leasedAt) {
        this.job = job;
        this.tenure = tenure;
        this.leasedAt = leasedAt;
    }

    LeasedJob job() {
        return job;
    }

    LeaseRef ref() {
        return LeaseRef.of(job);
    }

    /** The tenure it was leased in; no other may settle it, and lease numbers start anew in each. */
    Tenure tenure() {
        return tenure;
    }

    Duration leasedAt() {
        return leasedAt;
    }

    /** The scope, while the handler runs. */
    Optional<AttemptScope> running() {
        return Optional.ofNullable(scope);
    }

    /** Somebody asked to cancel the job: its handler is told now, or as soon as it runs. */
    void cancel() {
        unwanted = true;
        running().ifPresent(attempt -> attempt.cancel(CancelReason.REQUESTED));
    }

    boolean isUnwanted() {
        return unwanted;
    }

    void runs(AttemptScope opened) {
        scope = opened;
    }

    void hasStopped() {
        scope = null;
    }
}
