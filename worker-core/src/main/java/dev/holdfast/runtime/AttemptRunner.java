package dev.holdfast.runtime;

import dev.holdfast.event.WorkerEvent;
import dev.holdfast.job.CancelReason;
import dev.holdfast.job.InvalidPayloadException;
import dev.holdfast.job.Outcome;
import dev.holdfast.job.RetryPolicy;
import dev.holdfast.lock.LockRequest;
import dev.holdfast.plugin.HandlerSpec;
import dev.holdfast.plugin.Handlers;
import dev.holdfast.queue.LeasedJob;
import dev.holdfast.queue.Settlement;
import dev.holdfast.queue.Settlement.Ending;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The attempt pipeline: resolve the handler, open the scope, handle, interpret, close the locks, settle, announce.
 * Nothing of an attempt is let go before its handler has exited.
 */
final class AttemptRunner {
    private final Context context;
    private final Handlers handlers;
    private final Attempts attempts;
    private final Settler settler;
    private final Interpreter interpreter;

    AttemptRunner(Context context, Handlers handlers, Attempts attempts, Settler settler) {
        this.context = context;
        this.handlers = handlers;
        this.attempts = attempts;
        this.settler = settler;
        this.interpreter = new Interpreter(context.random());
    }

    /** Runs one leased job on the calling thread, or gives it back if it must not start. */
    void run(Tracked leased) {
        Tenure tenure = leased.tenure();
        Optional<HandlerSpec<?>> spec = handlers.find(leased.job().kind());
        if (spec.isEmpty()) {
            giveBack(leased, "no handler for " + leased.job().kind());
            return;
        }
        AttemptScope scope = open(leased.job(), tenure, spec.get());
        if (!tenure.isTrusted(scope.now()) || !attempts.start(leased, scope)) {
            giveBack(leased, "not started");
            return;
        }
        try {
            catchUp(leased, scope);
            attempt(scope, spec.get(), leased);
        } catch (Throwable e) {
            // Ours, not the handler's; the job must be settled all the same.
            context.events()
                    .emit(new WorkerEvent.RoundFailed(
                            "attempt of " + leased.job().id(), e));
            scope.closeLocks();
            settle(leased, interpret(new Happened.Threw(e), scope, spec.get().retry()));
        } finally {
            attempts.stopped(leased);
        }
    }

    /** Tells the attempt what was found out while it was being started: whoever did saw no attempt to tell it to. */
    private static void catchUp(Tracked leased, AttemptScope scope) {
        if (leased.tenure().hasEnded()) {
            scope.cancel(CancelReason.LEASE_LOST);
        }
        if (leased.isUnwanted()) {
            scope.cancel(CancelReason.REQUESTED);
        }
    }

    /** Returns a job whose handler never ran; the lease is not counted as an attempt. */
    void giveBack(Tracked leased, String why) {
        settle(leased, new Ending.Returned(false, why));
    }

    private AttemptScope open(LeasedJob job, Tenure tenure, HandlerSpec<?> spec) {
        Duration timeout = job.limits().timeout().orElse(spec.timeout());
        return new AttemptScope(context, tenure, job, timeout);
    }

    private <T> void attempt(AttemptScope scope, HandlerSpec<T> spec, Tracked leased) {
        LeasedJob job = leased.job();
        job.place()
                .ifPresent(place -> context.events()
                        .emit(new WorkerEvent.JobWoken(job.id(), job.lease(), place.ticket(), place.waitIsOver())));
        context.events().emit(new WorkerEvent.AttemptStarted(job.id(), job.kind(), job.lease(), scope.number()));
        Happened happened = handle(scope, spec);
        Ending ending = interpret(happened, scope, spec.retry());
        scope.closeLocks();
        settle(leased, ending);
        announce(scope, ending);
    }

    private <T> Happened handle(AttemptScope scope, HandlerSpec<T> spec) {
        scope.enter();
        try {
            T payload = decode(scope, spec);
            return new Happened.Answered(handle(scope, spec, payload));
        } catch (Undecodable e) {
            return new Happened.Undecodable(e.getMessage());
        } catch (Throwable e) {
            // An Error too: the job must be settled whatever its handler threw.
            return new Happened.Threw(e);
        } finally {
            scope.exit();
        }
    }

    private static <T> T decode(AttemptScope scope, HandlerSpec<T> spec) throws Undecodable {
        try {
            return spec.decode(scope.leased().payload());
        } catch (InvalidPayloadException e) {
            throw new Undecodable(e);
        }
    }

    /** Tells a payload that does not fit from a handler that threw the same exception. */
    private static final class Undecodable extends Exception {
        private static final long serialVersionUID = 1L;

        Undecodable(InvalidPayloadException cause) {
            super(cause.getMessage(), cause);
        }
    }

    private static <T> Outcome handle(AttemptScope scope, HandlerSpec<T> spec, T payload) throws Exception {
        List<LockRequest> locks = spec.locks(payload);
        scope.declares(locks.stream().map(LockRequest::key).toList());
        for (LockRequest declared : locks) {
            scope.lock(declared.key(), declared.policy());
        }
        // Not declared: a job over one limit stands in no line of the others.
        for (LockRequest limit : spec.limits(scope.leased().kind(), payload)) {
            scope.lock(limit.key(), limit.policy());
        }
        return spec.handler().handle(payload, scope);
    }

    private Ending interpret(Happened happened, AttemptScope scope, RetryPolicy retry) {
        return interpreter.meaning(happened, scope.signal().reason(), scope, retry);
    }

    private void settle(Tracked leased, Ending ending) {
        LeasedJob job = leased.job();
        settler.submit(new Settler.Pending(leased.tenure(), new Settlement(job.id(), job.lease(), ending), false));
    }

    private void announce(AttemptScope scope, Ending ending) {
        LeasedJob job = scope.leased();
        Duration took = scope.now().minus(scope.startedAt());
        context.events()
                .emit(new WorkerEvent.AttemptEnded(
                        job.id(), job.kind(), job.lease(), Endings.name(ending), Endings.note(ending), took));
    }
}
