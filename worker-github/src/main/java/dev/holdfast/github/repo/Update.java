package dev.holdfast.github.repo;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Brings a clone to where it is wanted: clone it if it is not there, look into it if there is doubt, fetch, reset. Under
 * the repository's lock.
 *
 * <pre>
 *   missing ─────────────────────► clone ──► fetch ──► reset ──► clean
 *   there ── in doubt? ── fsck ──bad─┘ ▲       ▲ │fails   │fails
 *      └────────────────────── good ───┼───────┘ ▼        ▼
 *                                      └──bad── fsck ── good ──► failed
 * </pre>
 *
 * @param git runs the commands
 * @param folder where the clone is
 * @param url where it comes from
 */
record Update(Git git, CloneFolder folder, String url) {
    private static final String EVERYTHING = "--full";

    /** Whether everything is there; what it holds was looked at when it came. */
    private static final String WHOLE = "--connectivity-only";

    /** Where the wanted refs are kept here, by their number: the first is checked out. */
    static String local(int number) {
        return "refs/holdfast/" + number;
    }

    /**
     * The clone is there and shows the first of the refs. Whatever makes this break off in the middle leaves a doubt; a
     * git that failed by itself does not, once the clone was found to be whole.
     */
    void to(List<Ref> refs) throws IOException, InterruptedException {
        boolean fresh = prepare();
        Optional<GitException> failure = advance(refs);
        if (failure.isPresent() && !fresh && !isSound(WHOLE)) {
            cloneAnew();
            failure = advance(refs);
        }
        folder.settle();
        if (failure.isPresent()) {
            throw failure.get();
        }
    }

    /** @return true if it was cloned just now */
    private boolean prepare() throws IOException, InterruptedException {
        if (folder.exists()) {
            folder.removeLeftLocks();
            if (!folder.isInDoubt() || isSound(EVERYTHING)) {
                return false;
            }
        }
        cloneAnew();
        return true;
    }

    private boolean isSound(String how) throws IOException, InterruptedException {
        return failure(folder.tree(), "fsck", how, "--no-dangling", "--no-progress")
                .isEmpty();
    }

    private void cloneAnew() throws IOException, InterruptedException {
        folder.prepareFresh();
        Path parent = folder.fresh().getParent();
        String fresh = folder.fresh().toString();
        Optional<GitException> failure =
                failure(parent, "clone", "--quiet", "--no-checkout", "--no-tags", "--", url, fresh);
        if (failure.isPresent()) {
            throw failure.get();
        }
        folder.adoptFresh();
    }

    private Optional<GitException> advance(List<Ref> refs) throws IOException, InterruptedException {
        folder.begin();
        Optional<GitException> failure = failure(folder.tree(), fetch(refs));
        if (failure.isEmpty()) {
            failure = failure(folder.tree(), "reset", "--quiet", "--hard", local(0));
        }
        return failure.isEmpty() ? failure(folder.tree(), "clean", "-ffdxq") : failure;
    }

    private String[] fetch(List<Ref> refs) {
        List<String> words =
                new ArrayList<>(List.of("fetch", "--quiet", "--force", "--no-tags", "--no-write-fetch-head"));
        words.addAll(List.of("--no-recurse-submodules", "--", url));
        for (int number = 0; number < refs.size(); number++) {
            words.add("+" + refs.get(number).remoteName() + ":" + local(number));
        }
        return words.toArray(String[]::new);
    }

    /** Runs a command to its end. @return what it says if it does not succeed */
    private Optional<GitException> failure(Path directory, String... arguments)
            throws IOException, InterruptedException {
        Git.Output output = git.run(directory, true, arguments);
        return output.isSuccess() ? Optional.empty() : Optional.of(Git.failed(output, arguments));
    }
}
