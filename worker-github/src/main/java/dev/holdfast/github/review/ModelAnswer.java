package dev.holdfast.github.review;

import dev.holdfast.github.json.Json;
import dev.holdfast.github.pull.Verdict;
import dev.holdfast.github.pull.Verdict.Decision;
import java.util.List;

/** Finds the verdict in a chat completion. Models like to wrap what they were asked for in prose. */
final class ModelAnswer {
    private ModelAnswer() {}

    /** @throws IllegalArgumentException if there is no verdict in it */
    static Verdict read(String completion, String by) {
        List<Json> choices = Json.parse(completion).list("choices");
        if (choices.isEmpty()) {
            throw new IllegalArgumentException("choices is empty");
        }
        Json answer = Json.parse(between(choices.get(0).at("message").text("content"), '{', '}'));
        return new Verdict(decision(answer.text("verdict")), answer.textOrEmpty("summary"), by);
    }

    private static Decision decision(String verdict) {
        return switch (verdict.strip()) {
            case "approve" -> Decision.APPROVE;
            case "changes" -> Decision.CHANGES;
            default -> throw new IllegalArgumentException("the verdict is neither approve nor changes");
        };
    }

    private static String between(String text, char first, char last) {
        int start = text.indexOf(first);
        int end = text.lastIndexOf(last);
        if (start < 0 || end < start) {
            throw new IllegalArgumentException("the answer is not JSON");
        }
        return text.substring(start, end + 1);
    }
}
