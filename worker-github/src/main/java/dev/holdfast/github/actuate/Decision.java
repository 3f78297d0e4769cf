package dev.holdfast.github.actuate;

import dev.holdfast.github.api.Pull;
import dev.holdfast.github.pull.Verdict;
import dev.holdfast.github.review.Reviews.Finished;
import java.util.Optional;
import java.util.Set;

/** What is due for a pull request. */
sealed interface Decision {
    /** Whoever sets one of these labels wants the pull request closed. */
    Set<String> CLOSING = Set.of("invalid", "wontfix");

    /** Nothing. */
    record Nothing(String why) implements Decision {}

    /** Close it. */
    record Close() implements Decision {}

    /** Merge it. */
    record Merge() implements Decision {}

    /** Say what should change. */
    record AskForChanges(Finished review) implements Decision {}

    /** Decides, from what GitHub shows now and the review of the present head. */
    static Decision of(Pull pull, Optional<Finished> review) {
        if (!pull.status().isLive()) {
            return new Nothing("the pull request is " + pull.status());
        }
        if (CLOSING.stream().anyMatch(pull.labels()::contains)) {
            return new Close();
        }
        if (pull.status() == Pull.Status.DRAFT) {
            return new Nothing("the pull request is a draft");
        }
        return review.map(Decision::byReview)
                .orElseGet(() -> new Nothing("no finished review of " + pull.headSha() + " yet"));
    }

    private static Decision byReview(Finished review) {
        return review.verdict().decision() == Verdict.Decision.APPROVE ? new Merge() : new AskForChanges(review);
    }
}
