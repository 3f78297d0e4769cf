package dev.holdfast.runtime;

import dev.holdfast.event.Claimant;
import dev.holdfast.event.WorkerEvent;
import dev.holdfast.lease.FencingToken;
import dev.holdfast.lease.JobId;
import dev.holdfast.lock.Acquisition;
import dev.holdfast.lock.Release;
import java.time.Duration;

/** Tells what becomes of claims, each event with what is needed to tell the hold's story later. */
final class LockEvents {
    private final Context context;

    LockEvents(Context context) {
        this.context = context;
    }

    void granted(ScopedLock lock, FencingToken fence) {
        tell(new WorkerEvent.LockGranted(lock.key(), job(lock), fence, by(lock)));
    }

    void contended(ScopedLock lock, Acquisition.Busy busy) {
        tell(new WorkerEvent.LockContended(lock.key(), job(lock), busy.holder(), by(lock)));
    }

    void unknown(ScopedLock lock, String cause, boolean proceeds) {
        tell(new WorkerEvent.LockUnknown(lock.key(), job(lock), cause, proceeds, by(lock)));
    }

    void unguarded(ScopedLock lock, String reason) {
        tell(new WorkerEvent.LockUnguarded(lock.key(), job(lock), reason, by(lock)));
    }

    void renewalFailed(ScopedLock lock, String cause) {
        tell(new WorkerEvent.LockRenewalFailed(lock.key(), job(lock), lock.fence(), cause, by(lock)));
    }

    void stolen(ScopedLock lock, FencingToken fence, String reason) {
        tell(new WorkerEvent.LockStolen(lock.key(), job(lock), fence, reason, by(lock)));
    }

    void lost(ScopedLock lock, String why) {
        tell(new WorkerEvent.LockLost(
                lock.key(), job(lock), lock.fence(), why, by(lock), lock.times().since(now())));
    }

    void released(ScopedLock lock, Release result, String why) {
        tell(new WorkerEvent.LockReleased(
                lock.key(),
                job(lock),
                lock.fence(),
                result,
                why,
                by(lock),
                lock.times().since(now())));
    }

    void staleRefused(ScopedLock lock, String what, String why) {
        tell(new WorkerEvent.StaleOwnerRefused(lock.key(), job(lock), lock.fence(), what, why, by(lock)));
    }

    private Claimant by(ScopedLock lock) {
        return new Claimant(
                lock.claim().owner(),
                lock.scope().kind(),
                context.stores().locks().name(),
                lock.policy().defers());
    }

    private static JobId job(ScopedLock lock) {
        return lock.scope().job();
    }

    private Duration now() {
        return context.ticker().now();
    }

    private void tell(WorkerEvent event) {
        context.events().emit(event);
    }
}
