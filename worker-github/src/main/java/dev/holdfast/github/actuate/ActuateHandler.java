package dev.holdfast.github.actuate;

import dev.holdfast.github.api.Caller;
import dev.holdfast.github.api.GitHub;
import dev.holdfast.github.api.GitHubException;
import dev.holdfast.github.api.Pull;
import dev.holdfast.github.api.Rest;
import dev.holdfast.github.http.HttpCalls;
import dev.holdfast.github.pull.ActuateRequest;
import dev.holdfast.github.pull.PullLocks;
import dev.holdfast.github.review.Reviews;
import dev.holdfast.github.review.Reviews.Finished;
import dev.holdfast.job.Attempt;
import dev.holdfast.job.Effect;
import dev.holdfast.job.JobHandler;
import dev.holdfast.job.Outcome;
import dev.holdfast.lock.HeldLock;
import dev.holdfast.lock.LockLostException;
import dev.holdfast.lock.LockPolicy;
import dev.holdfast.lock.LockRequest;
import java.util.List;
import java.util.Optional;

/**
 * Handles {@code pr-actuate}, under the declared lock of its pull request: reads it afresh and does what is due. Each
 * change is an effect whose name contains the head's SHA, so that it is made once for each head, and a rerun after a
 * crash asks GitHub before it repeats one.
 *
 * @param http makes the calls
 * @param github where GitHub is
 * @param mode of the reviews that count
 */
public record ActuateHandler(HttpCalls http, Rest.Endpoint github, String mode) implements JobHandler<ActuateRequest> {
    /** The lock of an actuation. It guards mutations: without it the job does not run. */
    public static List<LockRequest> locks(ActuateRequest request) {
        return List.of(new LockRequest(PullLocks.actuation(request.id()), LockPolicy.DEFER));
    }

    @Override
    public Outcome handle(ActuateRequest request, Attempt attempt) throws Exception {
        HeldLock lock = attempt.held(PullLocks.actuation(request.id()))
                .orElseThrow(() -> new LockLostException(PullLocks.actuation(request.id()), "it was never taken"));
        try {
            return new Run(request, attempt, lock).outcome();
        } catch (GitHubException e) {
            return e.outcome(attempt);
        }
    }

    /** One attempt. */
    private final class Run {
        private final ActuateRequest request;
        private final Attempt attempt;
        private final HeldLock lock;
        private final Rest rest;

        Run(ActuateRequest request, Attempt attempt, HeldLock lock) {
            this.request = request;
            this.attempt = attempt;
            this.lock = lock;
            this.rest = new Rest(http, github, Caller.of(attempt).holding(lock));
        }

        Outcome outcome() throws Exception {
            Pull pull = new GitHub(rest).pull(request.id());
            Decision decision = Decision.of(pull, review(pull));
            if (decision instanceof Decision.Nothing nothing) {
                return Outcome.complete("nothing to do: " + nothing.why());
            }
            return Outcome.complete(act(decision, pull));
        }

        private Optional<Finished> review(Pull pull) {
            return Reviews.of(attempt, pull.id(), pull.headSha(), mode).latest().or(() -> unrecorded(pull));
        }

        private Optional<Finished> unrecorded(Pull pull) {
            return Optional.ofNullable(request.unrecorded())
                    .filter(review -> review.headSha().equals(pull.headSha()))
                    .map(review -> new Finished(1, review.verdict()));
        }

        private String act(Decision decision, Pull pull) throws Exception {
            if (decision instanceof Decision.Close) {
                return apply("closed", mutations(pull).close());
            }
            if (decision instanceof Decision.AskForChanges ask) {
                apply("labelled", mutations(pull).label());
                return apply("changes requested", mutations(pull).comment(ask.review()));
            }
            return apply("merged", mutations(pull).merge());
        }

        private String apply(String note, Effect effect) throws Exception {
            attempt.ensureActive();
            attempt.progress(effect.name());
            attempt.effect(lock, effect);
            return note;
        }

        private Mutations mutations(Pull pull) {
            return Mutations.of(rest, pull, lock.remaining());
        }
    }
}
