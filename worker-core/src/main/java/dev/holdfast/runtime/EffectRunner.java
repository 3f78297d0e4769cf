package dev.holdfast.runtime;

import dev.holdfast.event.WorkerEvent;
import dev.holdfast.job.Effect;
import dev.holdfast.lock.LockLostException;
import dev.holdfast.queue.EffectLog;
import java.time.Duration;
import java.util.Optional;

/**
 * Brackets a call to a system that knows no fences: intent under the fence, trust for the call's own timeout, the call,
 * the record of its result. Between the last check and the remote effect a pause can still intervene.
 */
final class EffectRunner {
    private static final Duration LOOK_AGAIN = Duration.ofMillis(50);

    private final Context context;
    private final AttemptScope scope;

    EffectRunner(Context context, AttemptScope scope) {
        this.context = context;
        this.scope = scope;
    }

    String run(ScopedLock lock, Effect effect) throws Exception {
        scope.ensureMayAct();
        ensureHeld(lock);
        EffectLog.Intent intent =
                new EffectLog.Intent(lock.key(), effect.name(), lock.fence(), ErrorText.clean(effect.intent()));
        EffectLog.Begun begun = context.stores().effects().begin(lock.claim().owner(), intent);
        if (begun instanceof EffectLog.Begun.Finished finished) {
            tell(intent, true);
            return finished.result();
        }
        if (begun instanceof EffectLog.Begun.Refused refused) {
            throw stale(lock, intent, refused.why());
        }
        Optional<String> done = begun instanceof EffectLog.Begun.Unfinished ? effect.reconcile() : Optional.empty();
        String result = done.isPresent() ? done.get() : call(lock, effect);
        record(lock, intent, result);
        tell(intent, done.isPresent());
        return result;
    }

    private String call(ScopedLock lock, Effect effect) throws Exception {
        awaitTrustFor(lock, effect.timeout());
        scope.ensureMayAct();
        scope.boundCall(scope.now().plus(effect.timeout()));
        try {
            return effect.apply();
        } finally {
            scope.boundCall(null);
        }
    }

    private void ensureHeld(ScopedLock lock) {
        if (!lock.isUnguarded()) {
            lock.ensureHeld();
        }
    }

    /** The next heartbeat opens the window again; if two of them do not, the call must not be started. */
    private void awaitTrustFor(ScopedLock lock, Duration timeout) throws InterruptedException {
        Duration giveUp = scope.now().plus(context.config().term().heartbeat().multipliedBy(2));
        while (!lock.isUnguarded() && lock.remaining().compareTo(timeout) < 0) {
            lock.ensureHeld();
            if (scope.now().compareTo(giveUp) >= 0) {
                throw new LockLostException(
                        lock.key(), "it is trusted for " + lock.remaining() + ", the call may take " + timeout);
            }
            scope.pause(LOOK_AGAIN);
        }
    }

    private void record(ScopedLock lock, EffectLog.Intent intent, String result) {
        if (!context.stores().effects().finish(lock.claim().owner(), intent, result)) {
            throw stale(lock, intent, "a later owner has recorded an effect meanwhile");
        }
    }

    private LockLostException stale(ScopedLock lock, EffectLog.Intent intent, String why) {
        scope.refused(lock, "effect " + intent.name(), why);
        return new LockLostException(lock.key(), why);
    }

    private void tell(EffectLog.Intent intent, boolean reconciled) {
        context.events().emit(new WorkerEvent.EffectRecorded(intent.key(), scope.job(), intent.name(), reconciled));
    }
}
