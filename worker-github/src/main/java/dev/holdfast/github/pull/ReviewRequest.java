package dev.holdfast.github.pull;

import dev.holdfast.job.NewJob;

/**
 * Payload of a {@code pr-review} job.
 *
 * @param owner of the repository
 * @param repo its name
 * @param number of the pull request
 * @param headSha the commit to review; null for whatever is the head when the job runs
 * @param force true to review again what was reviewed, and to take the lock from whoever holds it
 * @param reason why, for people
 */
public record ReviewRequest(String owner, String repo, int number, String headSha, boolean force, String reason) {
    public static final String KIND = "pr-review";

    /** Refused when it cannot name a pull request, so that a bad payload is set aside before any work. */
    public ReviewRequest {
        PullId id = new PullId(owner, repo, number);
        owner = id.owner();
        repo = id.repo();
        headSha = headSha == null || headSha.isEmpty() ? null : HeadSha.canonical(headSha);
        reason = reason == null || reason.isBlank() ? "no reason given" : reason;
    }

    /** The review of a commit that was pushed; one live job for each commit. */
    public static NewJob ofPush(PullId id, String headSha, String reason) {
        String sha = HeadSha.canonical(headSha);
        ReviewRequest request = new ReviewRequest(id.owner(), id.repo(), id.number(), sha, false, reason);
        return NewJob.of(KIND, request).withUniqueKey(KIND + ":" + id + "@" + sha);
    }

    /** A review that somebody asked for; never folded into another one, least of all the one it replaces. */
    public static NewJob forced(PullId id, long comment, String reason) {
        ReviewRequest request = new ReviewRequest(id.owner(), id.repo(), id.number(), null, true, reason);
        return NewJob.of(KIND, request).withUniqueKey(KIND + ":" + id + ":comment-" + comment);
    }

    /** The pull request. */
    public PullId id() {
        return new PullId(owner, repo, number);
    }

    /** True unless the request is for another commit than this. */
    public boolean wants(String sha) {
        return headSha == null || headSha.equals(sha);
    }
}
