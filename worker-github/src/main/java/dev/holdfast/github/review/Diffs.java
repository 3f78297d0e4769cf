package dev.holdfast.github.review;

import dev.holdfast.github.api.GitHub;
import dev.holdfast.github.api.Pull;
import dev.holdfast.github.repo.Ref;
import dev.holdfast.github.repo.RepoClone;
import dev.holdfast.github.repo.RepoName;
import dev.holdfast.github.repo.WorkTree;
import dev.holdfast.job.Attempt;
import dev.holdfast.lock.LockUnavailable;
import java.io.IOException;
import java.util.List;

/** Where a review gets the diff from. Thread-safe; blocks, interruptible. */
@FunctionalInterface
public interface Diffs {
    /** GitHub makes it, and sends at most what it likes. */
    Diffs BY_API = (pull, api, attempt) -> api.diff(pull.id());

    /** What the pull request changes, cut at a limit. */
    String of(Pull pull, GitHub api, Attempt attempt) throws Exception;

    /** Git makes it, in a clone on this machine, which is held for no longer than that takes. */
    static Diffs byClone(RepoClone clones) {
        return (pull, api, attempt) ->
                pull.baseSha().isEmpty() ? BY_API.of(pull, api, attempt) : inClone(clones, pull, attempt);
    }

    private static String inClone(RepoClone clones, Pull pull, Attempt attempt)
            throws CloneBusyException, IOException, InterruptedException {
        RepoName repo = new RepoName(pull.id().owner(), pull.id().repo());
        List<Ref> refs = List.of(new Ref(pull.headSha()), new Ref(pull.baseSha()));
        try (WorkTree tree = clones.checkOut(repo, refs, attempt::onCancel)) {
            return tree.diff();
        } catch (LockUnavailable e) {
            throw new CloneBusyException(e);
        } catch (IOException e) {
            // A git that was killed because the attempt is to stop is no failure of the job.
            attempt.ensureActive();
            throw e;
        }
    }
}
