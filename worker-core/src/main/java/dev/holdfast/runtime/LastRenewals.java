package dev.holdfast.runtime;

import dev.holdfast.lock.LockClaim;
import java.time.Duration;
import java.util.List;

/**
 * The last will on locks that have a ttl of their own: they end a moment after their process, and not a ttl later. Only
 * for a process that halts right afterwards. Nothing is released: who holds them still runs.
 */
final class LastRenewals {
    private static final Duration LEFT = Duration.ofSeconds(1);

    private final Context context;
    private final Loop renewing;

    LastRenewals(Context context, Loop renewing) {
        this.context = context;
        this.renewing = renewing;
    }

    /**
     * Ends the renewals, then shortens whatever this worker may still have in the store, in one round trip. A claim of
     * an attempt that has stopped is among it only if its release was never answered.
     *
     * @param deadline until when a renewal under way is waited for: one that arrives after the will would undo it
     */
    void shorten(Duration deadline) throws InterruptedException {
        if (context.stores().locks().endsWithLease()) {
            return;
        }
        renewing.stop(deadline.minus(context.ticker().now()));
        List<LockClaim> claims =
                context.locks().all().stream().map(ScopedLock::claim).toList();
        if (!claims.isEmpty()) {
            context.stores().locks().shorten(claims, LEFT);
        }
    }
}
