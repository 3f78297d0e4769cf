package dev.holdfast.github.demo;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * Has an opinion on every commit, always the same one.
 *
 * @param seed another seed, other opinions
 * @param approvePercent how many commits of a hundred it likes
 */
record FakeModel(long seed, int approvePercent) {
    Reply review(String pull, String sha) {
        boolean likes = Derived.number(seed + " " + sha, 100) < approvePercent;
        ObjectNode verdict = JsonNodeFactory.instance.objectNode();
        verdict.put("verdict", likes ? "approve" : "changes");
        verdict.put("summary", likes ? "Nothing stands out in " + pull : "Please add a test to " + pull);
        ObjectNode completion = JsonNodeFactory.instance.objectNode();
        completion
                .putArray("choices")
                .addObject()
                .putObject("message")
                .put("role", "assistant")
                .put("content", verdict.toString());
        return Reply.ok(completion);
    }
}
