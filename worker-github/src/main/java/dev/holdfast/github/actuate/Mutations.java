package dev.holdfast.github.actuate;

import dev.holdfast.github.api.GitHub;
import dev.holdfast.github.api.Pull;
import dev.holdfast.github.api.Rest;
import dev.holdfast.github.pull.PullId;
import dev.holdfast.github.review.Reviews.Finished;
import java.time.Duration;
import java.util.concurrent.Callable;

/**
 * The changes this plugin makes to a pull request at a given head.
 *
 * @param api makes the calls
 * @param pull as it was read
 * @param timeout bound of one effect, a little more than that of its call
 */
record Mutations(GitHub api, Pull pull, Duration timeout) {
    static final String CHANGES_LABEL = "changes-requested";

    private static final Duration LEAST = Duration.ofMillis(500);

    /**
     * The changes, as calls that may last no longer than the lock is trusted: with little trust left a call gets less
     * time, rather than none, but never so little that it could only fail; then the effect waits for more trust. A part
     * of it is left for recording the intent, and for a call to give up by itself before its attempt is cancelled.
     */
    static Mutations of(Rest rest, Pull pull, Duration trusted) {
        Duration fitting = trusted.multipliedBy(3).dividedBy(4);
        Duration most = rest.endpoint().timeout();
        Duration bound = fitting.compareTo(most) < 0 ? fitting : most;
        Duration call = bound.compareTo(LEAST) < 0 ? LEAST : bound;
        return new Mutations(
                new GitHub(rest.within(call)), pull, call.multipliedBy(9).dividedBy(8));
    }

    Mutation merge() {
        return mutation("merge", () -> status() == Pull.Status.MERGED, () -> api.merge(id(), pull.headSha()));
    }

    Mutation close() {
        return mutation("close", () -> !status().isLive(), () -> api.close(id()));
    }

    Mutation label() {
        return mutation(
                "label:" + CHANGES_LABEL,
                () -> api.pull(id()).labels().contains(CHANGES_LABEL),
                () -> api.label(id(), CHANGES_LABEL));
    }

    /** One comment for each review: who asks for another review wants to read another answer. */
    Mutation comment(Finished review) {
        Comment comment = Comment.of(pull, review);
        return mutation(
                "comment:" + review.number(),
                () -> api.hasComment(id(), comment.marker()),
                () -> api.comment(id(), comment.body()));
    }

    private Mutation mutation(String what, Callable<Boolean> isDone, Mutation.Call call) {
        return new Mutation(what + "@" + pull.headSha(), timeout, isDone, call);
    }

    private Pull.Status status() throws Exception {
        return api.pull(id()).status();
    }

    private PullId id() {
        return pull.id();
    }
}
