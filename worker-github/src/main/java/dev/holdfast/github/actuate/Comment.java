package dev.holdfast.github.actuate;

import dev.holdfast.github.api.Pull;
import dev.holdfast.github.pull.Marker;
import dev.holdfast.github.review.Reviews.Finished;

/**
 * A comment that says what should change.
 *
 * @param marker hidden first line
 * @param summary what the review found
 */
record Comment(String marker, String summary) {
    static Comment of(Pull pull, Finished review) {
        return new Comment(
                Marker.of(pull.headSha(), review.number()), review.verdict().summary());
    }

    String body() {
        return marker + "\nChanges requested.\n\n" + summary;
    }
}
