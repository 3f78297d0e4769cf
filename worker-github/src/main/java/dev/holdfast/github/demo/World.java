package dev.holdfast.github.demo;

import dev.holdfast.github.pull.PullId;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Everything the stand-in knows: pull requests, each invented when it is first asked for, and a model. Thread-safe. */
final class World {
    private static final String DIFF = """
            diff --git a/README.md b/README.md
            --- a/README.md
            +++ b/README.md
            @@ -1 +1 @@
            -An old line
            +A new line
            """;

    private final Map<PullId, FakePull> pulls = new ConcurrentHashMap<>();
    private final FakeModel model;
    private final Repositories repositories;

    World(FakeModel model, Repositories repositories) {
        this.model = model;
        this.repositories = repositories;
    }

    FakePull pull(PullId id) {
        return pulls.computeIfAbsent(id, this::invent);
    }

    private FakePull invent(PullId id) {
        DemoPull pull = new DemoPull(id);
        repositories.add(pull);
        return new FakePull(pull);
    }

    /** @param query of the URL, for pages */
    Reply answer(Call call, String query) {
        FakePull pull = pull(call.id());
        return switch (call.kind()) {
            case READ -> pull.show();
            case DIFF -> Reply.ok(DIFF);
            case COMMENTS -> pull.comments(parameter(query, "page", 1), parameter(query, "per_page", 30));
            case REVIEW -> model.review(call.id().toString(), pull.head());
            case MERGE -> pull.merge(call.body().text("sha"));
            case CLOSE -> pull.close();
            case LABEL -> pull.label(call.detail());
            case COMMENT -> pull.comment(call.body().text("body"));
        };
    }

    private static int parameter(String query, String name, int otherwise) {
        for (String pair : query.split("&")) {
            if (pair.startsWith(name + "=")) {
                return Integer.parseInt(pair.substring(name.length() + 1));
            }
        }
        return otherwise;
    }
}
