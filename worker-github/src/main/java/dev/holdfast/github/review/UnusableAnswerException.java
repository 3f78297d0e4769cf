package dev.holdfast.github.review;

import dev.holdfast.job.Outcome;
import java.time.Duration;
import java.util.Optional;

/** The model gave no verdict; asking again may. */
final class UnusableAnswerException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient Optional<Duration> wait;

    UnusableAnswerException(String why, Optional<Duration> wait) {
        super("the model " + why);
        this.wait = wait;
    }

    Outcome outcome() {
        return new Outcome.Retry(getMessage(), wait);
    }
}
