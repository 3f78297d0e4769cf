package dev.holdfast.runtime;

import dev.holdfast.event.WorkerEvent;
import dev.holdfast.lock.LockStoreGuard;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Looks after the lock store beside claims and renewals: asks its guard whether a lock may vanish while it is held, every
 * minute and whenever the store is back, and frees what ended sessions have left.
 */
final class LockStoreWatch implements Service {
    private final Context context;
    private final Supplier<Optional<Tenure>> tenure;
    private final Leftovers leftovers;
    private volatile String danger;

    LockStoreWatch(Context context, Supplier<Optional<Tenure>> tenure) {
        this.context = context;
        this.tenure = tenure;
        this.leftovers = new Leftovers(context);
    }

    /** Why the store's locks are in danger, if they are. */
    Optional<String> danger() {
        return Optional.ofNullable(danger);
    }

    /** A session was ended: what it has left is looked for in the next round. */
    void sessionEnded() {
        leftovers.look();
    }

    @Override
    public Duration round(Duration now) {
        if (tenure.get().isPresent()) {
            ask(context.stores().care().guard());
            leftovers.release();
        }
        return context.stores().care().every();
    }

    /** One that throws has not answered: its last answer stands, and the loop tells of the failure. */
    private void ask(LockStoreGuard guard) {
        String found = guard.danger().orElse(null);
        String store = context.stores().locks().name();
        String before = danger;
        // First: whoever hears of it and asks for the worker's health must find it there.
        danger = found;
        if (found != null && !found.equals(before)) {
            context.events().emit(new WorkerEvent.LockStoreUnsafe(store, found));
        } else if (found == null && before != null) {
            context.events().emit(new WorkerEvent.LockStoreSafe(store));
        }
    }
}
