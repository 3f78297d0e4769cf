package dev.holdfast.job;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** What a handler asks to happen with its job. An exception it throws means {@link Retry}. */
public sealed interface Outcome {
    /**
     * The job is done. Follow-up jobs are written in the transaction that settles it.
     *
     * @param result shown to people; may be empty
     * @param followUps jobs to enqueue
     */
    record Complete(String result, List<NewJob> followUps) implements Outcome {
        public Complete {
            Objects.requireNonNull(result, "result");
            followUps = List.copyOf(followUps);
        }
    }

    /**
     * The attempt failed; run again later, or discard when the attempts are used up.
     *
     * @param error shown to people
     * @param delay how long to wait; empty leaves it to the kind's {@link RetryPolicy}
     */
    record Retry(String error, Optional<Duration> delay) implements Outcome {}

    /** Run again later; no attempt is consumed. */
    record Snooze(Duration delay, String reason) implements Outcome {
        public Snooze {
            if (delay.isNegative() || delay.compareTo(NewJob.MAX_DELAY) > 0) {
                throw new IllegalArgumentException("snooze must be 0 to " + NewJob.MAX_DELAY + ", got " + delay);
            }
        }
    }

    /** Failed for good. */
    record Discard(String reason) implements Outcome {}

    /** Ended by request. */
    record Cancel(String reason) implements Outcome {}

    static Outcome complete() {
        return new Complete("", List.of());
    }

    static Outcome complete(String result, NewJob... followUps) {
        return new Complete(result, List.of(followUps));
    }

    static Outcome retry(String error) {
        return new Retry(error, Optional.empty());
    }

    static Outcome retryIn(Duration delay, String error) {
        return new Retry(error, Optional.of(delay));
    }

    static Outcome snooze(Duration delay, String reason) {
        return new Snooze(delay, reason);
    }

    static Outcome discard(String reason) {
        return new Discard(reason);
    }

    static Outcome cancel(String reason) {
        return new Cancel(reason);
    }
}
