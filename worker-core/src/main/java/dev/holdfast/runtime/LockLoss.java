package dev.holdfast.runtime;

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
        new LockEvents(context).lost(lock, why);
        return true;
    }
}
