package dev.holdfast.github.webhook;

import dev.holdfast.github.json.Json;
import dev.holdfast.github.pull.PullId;

/** Finds out which pull request an event is about. */
final class Subject {
    private Subject() {}

    /** @param thing has the number: the event's pull request or issue */
    static PullId of(Json event, Json thing) {
        Json repository = event.at("repository");
        return new PullId(repository.at("owner").text("login"), repository.text("name"), number(thing));
    }

    private static int number(Json thing) {
        long number = thing.number("number");
        if (number != (int) number) {
            throw new IllegalArgumentException(thing.path() + ".number is too large");
        }
        return (int) number;
    }
}
