package dev.holdfast.github.webhook;

import dev.holdfast.github.json.Json;
import dev.holdfast.github.pull.ActuateRequest;
import dev.holdfast.github.pull.PullId;
import dev.holdfast.github.pull.ReviewRequest;
import dev.holdfast.job.NewJob;
import java.util.List;

/** {@code pull_request}: there is something new to review, or a reason to look at the pull request again. */
final class PullRequestEvent {
    private PullRequestEvent() {}

    static List<NewJob> jobs(Json event) {
        String action = event.text("action");
        return switch (action) {
            case "opened", "synchronize", "reopened", "ready_for_review" -> review(event, action);
            case "labeled", "closed" -> look(event, action);
            default -> List.of();
        };
    }

    private static List<NewJob> review(Json event, String action) {
        Json pull = event.at("pull_request");
        PullId id = Subject.of(event, pull);
        NewJob review = ReviewRequest.ofPush(id, pull.at("head").text("sha"), action);
        return pull.flag("draft") ? List.of() : List.of(review);
    }

    private static List<NewJob> look(Json event, String action) {
        return List.of(ActuateRequest.look(Subject.of(event, event.at("pull_request")), action));
    }
}
