package dev.holdfast.github.api;

import dev.holdfast.github.http.Answer;
import dev.holdfast.github.json.Json;
import dev.holdfast.job.Attempt;
import dev.holdfast.job.Outcome;
import java.time.Duration;

/** GitHub answered, and not with what was asked for. */
public final class GitHubException extends Exception {
    private static final long serialVersionUID = 1L;
    private static final int LONGEST_MESSAGE = 300;
    /** A new pull request may not be visible everywhere yet when its webhook arrives. */
    private static final int LOOKS_FOR_MISSING = 3;

    private static final Duration SOON = Duration.ofSeconds(2);

    private final transient Answer answer;

    GitHubException(String call, Answer answer) {
        super(call + ": GitHub answered " + answer.status() + " " + message(answer));
        this.answer = answer;
    }

    /** What the job should do about it. */
    public Outcome outcome(Attempt attempt) {
        return answer.retryAfter()
                .map(wait -> Outcome.retryIn(wait, getMessage()))
                .orElseGet(() -> byStatus(attempt));
    }

    private Outcome byStatus(Attempt attempt) {
        return switch (answer.status()) {
            case 405 -> notMergeable();
            // The head moved between reading and merging: look again.
            case 409 -> Outcome.retryIn(SOON, getMessage());
            case 404 -> attempt.number() < LOOKS_FOR_MISSING ? Outcome.retry(getMessage()) : discarded();
            // Somebody must mend the token or its rights; the backoff gives them time.
            case 401, 403, 408 -> Outcome.retry(getMessage());
            default -> answer.status() < 500 ? discarded() : Outcome.retry(getMessage());
        };
    }

    /** A later check, review or push sends a delivery of its own; only a moving base leads to none. */
    private Outcome notMergeable() {
        return message(answer).contains("try the merge again")
                ? Outcome.retryIn(SOON, getMessage())
                : Outcome.complete(getMessage());
    }

    private Outcome discarded() {
        return Outcome.discard(getMessage());
    }

    private static String message(Answer answer) {
        try {
            String message = Json.parse(answer.body()).textOrEmpty("message");
            return message.substring(0, Math.min(LONGEST_MESSAGE, message.length()));
        } catch (IllegalArgumentException e) {
            return "";
        }
    }
}
