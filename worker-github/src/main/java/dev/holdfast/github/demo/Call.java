package dev.holdfast.github.demo;

import dev.holdfast.github.json.Json;
import dev.holdfast.github.pull.PullId;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A call, understood.
 *
 * @param kind what it asks for
 * @param id which pull request it is about
 * @param body as sent; for a call without one, an empty object
 */
record Call(CallKind kind, PullId id, Json body) {
    private static final Pattern PATH =
            Pattern.compile("/repos/([^/]+)/([^/]+)/(?:pulls|issues)/([0-9]{1,9})(/[a-z]+)?");
    private static final Pattern SUBJECT = Pattern.compile("Pull request ([^/\\s]+)/([^#\\s]+)#([0-9]{1,9})@");
    private static final String MODEL_PATH = "/v1/chat/completions";

    /** @throws IllegalArgumentException if nothing here answers it */
    static Call of(String method, String path, String accept, String body) {
        Json json = Json.parse(body.isEmpty() ? "{}" : body);
        if (path.equals(MODEL_PATH)) {
            return new Call(CallKind.REVIEW, subject(SUBJECT.matcher(body)), json);
        }
        Matcher parts = PATH.matcher(path);
        if (!parts.matches()) {
            throw new IllegalArgumentException("no such path: " + path);
        }
        String route = method + (parts.group(4) == null ? "" : " " + parts.group(4));
        return new Call(kind(route, accept), id(parts), json);
    }

    private static PullId subject(Matcher prompt) {
        if (!prompt.find()) {
            throw new IllegalArgumentException("the prompt names no pull request");
        }
        return id(prompt);
    }

    private static PullId id(Matcher parts) {
        return new PullId(parts.group(1), parts.group(2), Integer.parseInt(parts.group(3)));
    }

    private static CallKind kind(String route, String accept) {
        return switch (route) {
            case "GET" -> accept.contains("diff") ? CallKind.DIFF : CallKind.READ;
            case "GET /comments" -> CallKind.COMMENTS;
            case "POST /comments" -> CallKind.COMMENT;
            case "POST /labels" -> CallKind.LABEL;
            case "PUT /merge" -> CallKind.MERGE;
            case "PATCH" -> CallKind.CLOSE;
            default -> throw new IllegalArgumentException("no such call: " + route);
        };
    }

    /** What tells it from another of its kind: a comment's first line, a label's name. */
    String detail() {
        return switch (kind) {
            case COMMENT -> body.text("body").lines().findFirst().orElse("");
            case LABEL -> body.node().path("labels").path(0).asText();
            default -> "";
        };
    }
}
