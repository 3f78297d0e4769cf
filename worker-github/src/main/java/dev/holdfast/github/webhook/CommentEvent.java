package dev.holdfast.github.webhook;

import dev.holdfast.github.json.Json;
import dev.holdfast.github.pull.Marker;
import dev.holdfast.github.pull.ReviewRequest;
import dev.holdfast.job.NewJob;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** {@code issue_comment}: {@code /review} at the start of a line, by somebody the repository trusts, forces a review. */
final class CommentEvent {
    private static final Pattern COMMAND = Pattern.compile("(?m)^[ \\t]*/review(?=\\s|$)");
    private static final Set<String> TRUSTED = Set.of("OWNER", "MEMBER", "COLLABORATOR");

    private CommentEvent() {}

    static List<NewJob> jobs(Json event) {
        return event.text("action").equals("created") ? forced(event) : List.of();
    }

    private static List<NewJob> forced(Json event) {
        Json issue = event.at("issue");
        Json comment = event.at("comment");
        NewJob review = ReviewRequest.forced(
                Subject.of(event, issue), comment.number("id"), "/review in comment " + comment.number("id"));
        boolean onPull = issue.find("pull_request").isPresent();
        return onPull && isCommand(comment) ? List.of(review) : List.of();
    }

    /** A comment of ours may quote anything, and is written by an account the repository trusts. */
    private static boolean isCommand(Json comment) {
        String body = comment.textOrEmpty("body");
        return TRUSTED.contains(comment.text("author_association"))
                && !Marker.marks(body)
                && COMMAND.matcher(body).find();
    }
}
