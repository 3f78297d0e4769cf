package dev.holdfast.runtime;

import dev.holdfast.lease.SessionId;
import dev.holdfast.lock.LockStoreProbe;
import dev.holdfast.lock.LockStoreProbe.Finding;
import java.util.Optional;

/** Whether the lock store may be asked for locks. Once it has passed, it has passed for this worker's life. */
final class LockStoreCheck {
    private final Stores stores;
    private boolean proven;
    private boolean safe;

    LockStoreCheck(Stores stores) {
        this.stores = stores;
        this.proven = !stores.areProbed();
    }

    /**
     * Asks the store. Blocks on it.
     *
     * @param session in whose name the scratch key is claimed
     */
    Finding of(SessionId session) {
        Finding finding = proven ? new Finding.Proven() : new LockStoreProbe(stores.locks(), session).run();
        if (finding instanceof Finding.Unfit unfit) {
            return new Finding.Unfit("lock store " + name() + " fails the boot probe: " + unfit.step());
        }
        proven = finding instanceof Finding.Proven;
        return proven && !safe ? guarded() : finding;
    }

    private Finding guarded() {
        try {
            Optional<String> danger = stores.care().guard().danger();
            safe = danger.isEmpty();
            return danger.<Finding>map(why -> new Finding.Unfit("lock store " + name() + " is not safe: " + why))
                    .orElseGet(Finding.Proven::new);
        } catch (RuntimeException e) {
            return new Finding.Unanswered(String.valueOf(e.getMessage()));
        }
    }

    private String name() {
        return stores.locks().name();
    }
}
