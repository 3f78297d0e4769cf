package dev.holdfast.github.demo;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What is in the repository of an invented pull request: one commit everybody starts from, then one for each push.
 *
 * @param pull which
 */
record DemoCommits(DemoPull pull) {
    private static final GitObject README = GitObject.blob("An old line\n");
    private static final GitObject FIRST_TREE = GitObject.tree(Map.of("README.md", README));
    private static final GitObject FIRST = GitObject.commit(FIRST_TREE, "", "The beginning");

    /** The commit every pull request would be merged into. */
    String base() {
        return FIRST.id();
    }

    String head(int push) {
        return commit(push).id();
    }

    private GitObject commit(int push) {
        String parent = push == 0 ? base() : head(push - 1);
        return GitObject.commit(tree(push), parent, "Push " + push + " to " + pull.id());
    }

    private static String file(int push) {
        return "push-" + push + ".txt";
    }

    private GitObject tree(int push) {
        Map<String, GitObject> files = new HashMap<>();
        files.put("README.md", README);
        for (int earlier = 0; earlier <= push; earlier++) {
            files.put(file(earlier), blob(earlier));
        }
        return GitObject.tree(files);
    }

    private GitObject blob(int push) {
        return GitObject.blob("A new line of push " + push + " to " + pull.id() + "\n");
    }

    /** Everything up to a push. */
    List<GitObject> objects(int push) {
        List<GitObject> objects = new ArrayList<>(List.of(README, FIRST_TREE, FIRST));
        for (int number = 0; number <= push; number++) {
            objects.addAll(List.of(blob(number), tree(number), commit(number)));
        }
        return objects;
    }
}
