package dev.holdfast.github.demo;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A pull request of the stand-in. Thread-safe. It refuses what GitHub refuses for being impossible, and accepts what is
 * merely done twice, so that it is counted and not hidden.
 */
final class FakePull {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private final DemoPull origin;

    @GuardedBy("this")
    private String head;

    @GuardedBy("this")
    private boolean open = true;

    @GuardedBy("this")
    private boolean merged;

    @GuardedBy("this")
    private final Set<String> labels = new LinkedHashSet<>();

    @GuardedBy("this")
    private final List<String> comments = new ArrayList<>();

    FakePull(DemoPull origin) {
        this.origin = origin;
        this.head = origin.head();
        origin.label().ifPresent(labels::add);
    }

    synchronized String head() {
        return head;
    }

    /** Somebody pushes. */
    synchronized void push(String sha) {
        head = sha;
    }

    synchronized Reply show() {
        ObjectNode shown = JSON.objectNode();
        shown.put("number", origin.id().number());
        shown.put("title", "An invented change to " + origin.id().repo());
        shown.put("state", open ? "open" : "closed");
        shown.put("merged", merged).put("draft", false);
        shown.putObject("head").put("sha", head);
        shown.putObject("base").put("sha", new DemoCommits(origin).base());
        ArrayNode list = shown.putArray("labels");
        labels.forEach(label -> list.addObject().put("name", label));
        return Reply.ok(shown);
    }

    synchronized Reply merge(String expectedHead) {
        if (!open && !merged) {
            return Reply.refused(405, "Pull Request is not mergeable");
        }
        if (!head.equals(expectedHead)) {
            return Reply.refused(409, "Head branch was modified. Review and try the merge again.");
        }
        open = false;
        merged = true;
        return Reply.ok(JSON.objectNode().put("merged", true).put("sha", Derived.sha("merge of " + head)));
    }

    synchronized Reply close() {
        open = false;
        return show();
    }

    synchronized Reply label(String label) {
        labels.add(label);
        ArrayNode list = JSON.arrayNode();
        labels.forEach(name -> list.addObject().put("name", name));
        return Reply.ok(list);
    }

    synchronized Reply comment(String body) {
        comments.add(body);
        return new Reply(201, shown(comments.size() - 1).toString());
    }

    /** @param page from 1 */
    synchronized Reply comments(int page, int perPage) {
        ArrayNode list = JSON.arrayNode();
        int end = Math.min(comments.size(), page * perPage);
        for (int index = (page - 1) * perPage; index < end; index++) {
            list.add(shown(index));
        }
        return Reply.ok(list);
    }

    @GuardedBy("this")
    private ObjectNode shown(int index) {
        return JSON.objectNode().put("id", index + 1).put("body", comments.get(index));
    }
}
