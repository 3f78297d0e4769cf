package dev.holdfast.github.webhook;

import dev.holdfast.github.json.Json;
import dev.holdfast.github.pull.ActuateRequest;
import dev.holdfast.job.NewJob;
import java.util.List;

/** {@code check_suite}: checks that have ended may be what a merge was waiting for. */
final class CheckSuiteEvent {
    private CheckSuiteEvent() {}

    static List<NewJob> jobs(Json event) {
        return event.text("action").equals("completed") ? looks(event) : List.of();
    }

    private static List<NewJob> looks(Json event) {
        return event.at("check_suite").list("pull_requests").stream()
                .filter(pull -> isOfThisRepository(event, pull))
                .map(pull -> Subject.of(event, pull))
                .distinct()
                .map(id -> ActuateRequest.look(id, "checks completed"))
                .toList();
    }

    /** In a fork GitHub also lists the pull requests to its parent, whose numbers mean something else here. */
    private static boolean isOfThisRepository(Json event, Json pull) {
        return pull.at("base").at("repo").number("id") == event.at("repository").number("id");
    }
}
