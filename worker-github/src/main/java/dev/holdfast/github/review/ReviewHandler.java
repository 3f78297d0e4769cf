package dev.holdfast.github.review;

import dev.holdfast.github.api.Caller;
import dev.holdfast.github.api.GitHub;
import dev.holdfast.github.api.GitHubException;
import dev.holdfast.github.api.Pull;
import dev.holdfast.github.api.Rest;
import dev.holdfast.github.http.HttpCalls;
import dev.holdfast.github.pull.ActuateRequest;
import dev.holdfast.github.pull.ReviewRequest;
import dev.holdfast.github.pull.Verdict;
import dev.holdfast.github.review.Reviews.Finished;
import dev.holdfast.job.Attempt;
import dev.holdfast.job.JobHandler;
import dev.holdfast.job.Outcome;
import dev.holdfast.lock.HeldLock;
import dev.holdfast.lock.LockPolicy;
import dev.holdfast.queue.StoreUnavailableException;
import java.time.Duration;
import java.util.Optional;

/**
 * Handles {@code pr-review}: reads the pull request, takes the review lock <em>before</em> the work it guards, reuses a
 * finished review of the commit or asks the model, and hands on to {@code pr-actuate} in its outcome.
 *
 * <p>The lock saves money and guards no mutation: if its store is unreachable the review runs without. A verdict that
 * cannot be recorded travels in the follow-up's payload.
 *
 * @param http makes the calls
 * @param github where GitHub is
 * @param model whom to ask
 * @param mode how to review; part of the lock's name
 * @param diffs where the diff comes from
 */
public record ReviewHandler(HttpCalls http, Rest.Endpoint github, Model model, String mode, Diffs diffs)
        implements JobHandler<ReviewRequest> {
    /** As long as a quick review takes: then the second of two jobs reuses the verdict at once. */
    private static final Duration PATIENCE = Duration.ofMillis(500);

    /** Asks GitHub for the diff. */
    public ReviewHandler(HttpCalls http, Rest.Endpoint github, Model model, String mode) {
        this(http, github, model, mode, Diffs.BY_API);
    }

    @Override
    public Outcome handle(ReviewRequest request, Attempt attempt) throws Exception {
        try {
            return new Run(request, attempt, Caller.of(attempt)).outcome();
        } catch (GitHubException e) {
            return e.outcome(attempt);
        } catch (CloneBusyException e) {
            return e.outcome();
        } catch (UnusableAnswerException e) {
            return e.outcome();
        }
    }

    /** One attempt. */
    private final class Run {
        private final ReviewRequest request;
        private final Attempt attempt;
        private final Caller caller;
        private final GitHub api;

        Run(ReviewRequest request, Attempt attempt, Caller caller) {
            this.request = request;
            this.attempt = attempt;
            this.caller = caller;
            this.api = new GitHub(new Rest(http, github, caller));
        }

        Outcome outcome() throws Exception {
            Pull pull = api.pull(request.id());
            if (pull.status() != Pull.Status.OPEN) {
                return Outcome.complete("not reviewed: the pull request is " + pull.status());
            }
            if (!request.wants(pull.headSha())) {
                return Outcome.complete("not reviewed: the head has moved on to " + pull.headSha());
            }
            Reviews reviews = Reviews.of(attempt, pull.id(), pull.headSha(), mode);
            return underLock(pull, reviews, lock(reviews));
        }

        /** Held until the attempt ends: it is let go with the settlement that hands on, at no cost of its own. */
        private HeldLock lock(Reviews reviews) throws InterruptedException {
            return request.force()
                    ? attempt.steal(reviews.key(), request.reason())
                    : attempt.lock(reviews.key(), LockPolicy.PROCEED.waiting(PATIENCE));
        }

        private Outcome underLock(Pull pull, Reviews reviews, HeldLock lock) throws Exception {
            Optional<Finished> finished = finished(reviews, lock);
            if (finished.filter(this::isReusable).isPresent()) {
                return handOn("reused: ", finished.get().verdict());
            }
            Verdict verdict = ask(pull);
            int number = finished.map(Finished::number).orElse(0) + 1;
            try {
                return handOn("", reviews.record(lock, number, verdict).verdict());
            } catch (StoreUnavailableException e) {
                // What was paid for is not thrown away: the outcome is kept until the store is back.
                return handOnUnrecorded(pull, verdict);
            }
        }

        /** Without the lock the store of the records may be away too, and the review goes ahead all the same. */
        private Optional<Finished> finished(Reviews reviews, HeldLock lock) {
            try {
                return reviews.latest();
            } catch (StoreUnavailableException e) {
                if (lock.fence().isPresent()) {
                    throw e;
                }
                return Optional.empty();
            }
        }

        /** A forced job reuses only what it has asked for itself, before its worker died. */
        private boolean isReusable(Finished finished) {
            return !request.force() || finished.verdict().by().equals(by());
        }

        private Verdict ask(Pull pull) throws Exception {
            attempt.ensureActive();
            attempt.progress("reading " + pull.id());
            String diff = diffs.of(pull, api, attempt);
            attempt.ensureActive();
            attempt.progress("reviewing " + pull.id() + "@" + pull.headSha());
            Verdict verdict = model.ask(new Question(pull, diff, mode, by()), caller);
            attempt.ensureActive();
            return verdict;
        }

        private String by() {
            return attempt.job().toString();
        }

        private Outcome handOn(String prefix, Verdict verdict) {
            return Outcome.complete(
                    prefix + verdict.decision(), ActuateRequest.look(request.id(), "review of " + request.id()));
        }

        private Outcome handOnUnrecorded(Pull pull, Verdict verdict) {
            ActuateRequest.Unrecorded review = new ActuateRequest.Unrecorded(pull.headSha(), verdict);
            return Outcome.complete(
                    "unrecorded: " + verdict.decision(),
                    ActuateRequest.lookWith(request.id(), "review of " + request.id(), review));
        }
    }
}
