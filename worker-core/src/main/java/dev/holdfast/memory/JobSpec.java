package dev.holdfast.memory;

import dev.holdfast.job.NewJob;
import java.time.Duration;
import java.util.Optional;

/** The columns of a job that no attempt changes. */
record JobSpec(
        String queue,
        String kind,
        int priority,
        int maxAttempts,
        Optional<Duration> timeout,
        Optional<UniqueKey> uniqueKey) {

    /** A unique key counts within its queue. */
    record UniqueKey(String queue, String key) {}

    static JobSpec of(NewJob job) {
        return new JobSpec(
                job.queue(),
                job.kind(),
                job.priority(),
                job.maxAttempts(),
                job.timeout(),
                job.uniqueKey().map(key -> new UniqueKey(job.queue(), key)));
    }

    JobSpec atLeastAsUrgentAs(int other) {
        return new JobSpec(queue, kind, Math.min(priority, other), maxAttempts, timeout, uniqueKey);
    }
}
