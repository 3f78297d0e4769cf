package dev.holdfast.github.api;

import dev.holdfast.github.json.Json;
import dev.holdfast.github.pull.HeadSha;
import dev.holdfast.github.pull.PullId;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A pull request as GitHub showed it; old as soon as it is read.
 *
 * @param id which
 * @param headSha the commit that would be merged
 * @param baseSha the commit it would be merged into; empty if GitHub did not say
 * @param status where it is
 * @param labels names in lower case
 * @param title for people, and for the model
 */
public record Pull(PullId id, String headSha, String baseSha, Status status, Set<String> labels, String title) {
    /** Where a pull request is. */
    public enum Status {
        OPEN,
        DRAFT,
        CLOSED,
        MERGED;

        /** True while it could still be merged or closed. */
        public boolean isLive() {
            return this == OPEN || this == DRAFT;
        }
    }

    public Pull {
        labels = Set.copyOf(labels);
    }

    static Pull read(PullId id, Json body) {
        Set<String> labels = body.list("labels").stream()
                .map(label -> label.text("name").toLowerCase(Locale.ROOT))
                .collect(Collectors.toSet());
        String head = HeadSha.canonical(body.at("head").text("sha"));
        String base = body.find("base")
                .map(found -> HeadSha.canonical(found.text("sha")))
                .orElse("");
        return new Pull(id, head, base, status(body), labels, body.textOrEmpty("title"));
    }

    private static Status status(Json body) {
        if (body.flag("merged")) {
            return Status.MERGED;
        }
        if (!body.text("state").equals("open")) {
            return Status.CLOSED;
        }
        return body.flag("draft") ? Status.DRAFT : Status.OPEN;
    }
}
