package dev.holdfast.github.webhook;

import dev.holdfast.github.json.Json;
import dev.holdfast.github.pull.ActuateRequest;
import dev.holdfast.job.NewJob;
import java.util.List;

/** {@code pull_request_review}: somebody's review may be what a merge was waiting for. */
final class ReviewEvent {
    private ReviewEvent() {}

    static List<NewJob> jobs(Json event) {
        return event.text("action").equals("submitted")
                ? List.of(ActuateRequest.look(Subject.of(event, event.at("pull_request")), "review submitted"))
                : List.of();
    }
}
