package dev.holdfast.github.demo;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** Puts into a filled template what no replacement of text can: numbers, labels, flags. */
final class Body {
    private Body() {}

    static void adapt(ObjectNode body, Step step, DemoPull pull) {
        switch (step.event) {
            case "pull_request" -> pullRequest(body, step, pull);
            case "pull_request_review" -> number((ObjectNode) body.get("pull_request"), pull);
            case "issue_comment" -> command(body, pull);
            case "check_suite" -> number((ObjectNode) body.at("/check_suite/pull_requests/0"), pull);
            default -> {
                // A push is about no pull request.
            }
        }
    }

    private static void pullRequest(ObjectNode body, Step step, DemoPull pull) {
        number(body, pull);
        ObjectNode request = (ObjectNode) body.get("pull_request");
        number(request, pull);
        request.put("draft", step == Step.OPENED_AS_DRAFT);
        if (step == Step.PUSHED) {
            body.put("before", pull.sha(0));
        }
        if (step == Step.LABELLED) {
            label(body, request, pull.label().orElseThrow());
        }
    }

    private static void label(ObjectNode body, ObjectNode request, String name) {
        ((ObjectNode) body.get("label")).put("name", name);
        request.withArray("labels").removeAll().add(body.get("label"));
    }

    private static void command(ObjectNode body, DemoPull pull) {
        ObjectNode issue = (ObjectNode) body.get("issue");
        number(issue, pull);
        issue.putObject("pull_request").put("url", issue.path("url").asText().replace("/issues/", "/pulls/"));
        ObjectNode comment = (ObjectNode) body.get("comment");
        comment.put("id", pull.databaseId() + 1);
        comment.put("body", "Things have changed on the other side.\n/review");
    }

    private static void number(ObjectNode node, DemoPull pull) {
        node.put("number", pull.id().number());
    }
}
