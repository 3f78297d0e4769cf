package dev.holdfast.runtime;

import dev.holdfast.event.WorkerEvent;

/** Tells of a lost lock, once. */
final class LockLoss {
    private final Context context;

    LockLoss(Context context) {
        this.context = context;
    }

    /** True if the lock was held until now. */
    boolean lost(ScopedLock lock, String why) {
        if (!lock.lose(why)) {
            return false;
        }
        context.events().emit(new WorkerEvent.LockLost(lock.key(), lock.scope().job(), lock.fence(), why));
        return true;
    }
}
