package dev.holdfast.runtime;

import dev.holdfast.lock.Release;
import java.time.Duration;
import java.util.List;

/**
 * Releases by token what a claim or a release without an answer may have left in a store whose locks have a ttl of their
 * own, every half second until it is found or can be there no more: a claim that was held up on its way may arrive after
 * a release that found nothing. Idle where locks end with their lease.
 */
final class Releaser implements Service {
    private static final Duration INTERVAL = Duration.ofMillis(500);

    private final Context context;

    Releaser(Context context) {
        this.context = context;
    }

    @Override
    public Duration round(Duration now) {
        if (context.stores().locks().endsWithLease()) {
            return context.config().term().heartbeat();
        }
        List<ScopedLock> doubted =
                context.locks().all().stream().filter(ScopedLock::isDoubted).toList();
        boolean answering = true;
        for (ScopedLock lock : doubted) {
            Release answer = answering ? lock.release() : Release.UNKNOWN;
            answering = answer != Release.UNKNOWN;
            if (lock.isGone(answer, now)) {
                forget(lock, answer);
            }
        }
        return INTERVAL;
    }

    /** A claim whose attempt goes on without the lock stays on its list. */
    private void forget(ScopedLock lock, Release answer) {
        if (lock.settleDoubt()) {
            context.locks().unregister(lock);
        }
        if (answer == Release.RELEASED) {
            new LockEvents(context).released(lock, answer, "released later, because an answer was lost");
        }
    }
}
