package dev.holdfast.runtime;

import dev.holdfast.event.WorkerEvent;
import dev.holdfast.job.CancelReason;

/** What happens when a peer has ended this worker's session: nothing leased under it is this worker's any more. */
final class SessionLoss {
    private final Context context;
    private final Attempts attempts;

    SessionLoss(Context context, Attempts attempts) {
        this.context = context;
        this.attempts = attempts;
    }

    void lost(Tenure tenure) {
        if (!tenure.end()) {
            return;
        }
        context.events().emit(new WorkerEvent.SessionLost(tenure.session().id()));
        for (AttemptScope scope : attempts.scopes()) {
            if (scope.tenure() == tenure) {
                loseLocks(scope);
                scope.cancel(CancelReason.LEASE_LOST);
            }
        }
    }

    private void loseLocks(AttemptScope scope) {
        for (ScopedLock lock : context.locks().of(scope.ref())) {
            new LockLoss(context).lost(lock, "the session has ended");
        }
    }
}
