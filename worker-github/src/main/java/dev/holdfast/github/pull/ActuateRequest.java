package dev.holdfast.github.pull;

import dev.holdfast.job.NewJob;

/**
 * Payload of a {@code pr-actuate} job: look at the pull request afresh and do what is due.
 *
 * @param owner of the repository
 * @param repo its name
 * @param number of the pull request
 * @param reason why, for people
 * @param unrecorded a review that could not be recorded; usually null
 */
public record ActuateRequest(String owner, String repo, int number, String reason, Unrecorded unrecorded) {
    public static final String KIND = "pr-actuate";

    /**
     * A verdict that travels in the payload.
     *
     * @param headSha the commit it is about
     * @param verdict what the review found
     */
    public record Unrecorded(String headSha, Verdict verdict) {
        public Unrecorded {
            headSha = HeadSha.canonical(headSha);
        }
    }

    /** Refused when it cannot name a pull request, so that a bad payload is set aside before any work. */
    public ActuateRequest {
        PullId id = new PullId(owner, repo, number);
        owner = id.owner();
        repo = id.repo();
        reason = reason == null || reason.isBlank() ? "no reason given" : reason;
    }

    /** A look at the pull request; one live job for each, since a look that comes later sees all there is. */
    public static NewJob look(PullId id, String reason) {
        return NewJob.of(KIND, new ActuateRequest(id.owner(), id.repo(), id.number(), reason, null))
                .withUniqueKey(KIND + ":" + id);
    }

    /** The same with a verdict that is recorded nowhere else, under a key of its own so that no look replaces it. */
    public static NewJob lookWith(PullId id, String reason, Unrecorded review) {
        return NewJob.of(KIND, new ActuateRequest(id.owner(), id.repo(), id.number(), reason, review))
                .withUniqueKey(KIND + ":" + id + "@" + review.headSha());
    }

    /** The pull request. */
    public PullId id() {
        return new PullId(owner, repo, number);
    }
}
