package dev.holdfast.github.review;

import dev.holdfast.job.Outcome;
import java.time.Duration;

/**
 * Others work in the clone. The job comes again in a moment: that lock is a file's, and the store of the jobs knows no line
 * for it.
 */
final class CloneBusyException extends Exception {
    private static final long serialVersionUID = 1L;
    private static final Duration A_MOMENT = Duration.ofSeconds(2);

    CloneBusyException(RuntimeException refusal) {
        super(refusal.getMessage(), refusal);
    }

    Outcome outcome() {
        return Outcome.snooze(A_MOMENT, getMessage());
    }
}
