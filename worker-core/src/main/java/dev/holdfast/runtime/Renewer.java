package dev.holdfast.runtime;

import dev.holdfast.job.CancelReason;
import dev.holdfast.lock.LockClaim;
import dev.holdfast.lock.Renewal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Renews the locks of a store that has a ttl of its own, all in one round trip. Idle where locks end with their lease.
 */
final class Renewer implements Service {
    private final Context context;
    private Runnable onBack = () -> {};
    private boolean silent;

    Renewer(Context context) {
        this.context = context;
    }

    /** Called once, before the first round. The action runs when the store answers again after a silence. */
    void whenBack(Runnable action) {
        onBack = action;
    }

    @Override
    public Duration round(Duration now) {
        Duration interval = context.config().term().heartbeat();
        if (!context.stores().locks().endsWithLease()) {
            renew(now);
        }
        return interval;
    }

    private void renew(Duration sentAt) {
        List<ScopedLock> held =
                context.locks().all().stream().filter(ScopedLock::isLive).toList();
        if (held.isEmpty()) {
            return;
        }
        Map<LockClaim, ScopedLock> byClaim =
                held.stream().collect(Collectors.toMap(ScopedLock::claim, Function.identity()));
        Map<LockClaim, Renewal> answers = context.stores().locks().renewAll(byClaim.keySet());
        answers.forEach((claim, renewal) -> apply(byClaim.get(claim), renewal, sentAt));
        heard(answers.values().stream().noneMatch(Renewal.Unknown.class::isInstance));
    }

    private void heard(boolean answered) {
        boolean back = silent && answered;
        silent = !answered;
        if (back) {
            onBack.run();
        }
    }

    private void apply(ScopedLock lock, Renewal renewal, Duration sentAt) {
        if (renewal instanceof Renewal.Renewed) {
            lock.confirm(sentAt);
        } else if (renewal instanceof Renewal.Lost refused && new LockLoss(context).lost(lock, refused.why())) {
            lock.scope().cancel(CancelReason.LOCK_LOST);
        } else if (renewal instanceof Renewal.Unknown silence && lock.renewalFails()) {
            new LockEvents(context).renewalFailed(lock, silence.cause());
        }
    }
}
