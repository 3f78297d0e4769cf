package dev.holdfast.runtime;

import dev.holdfast.lock.LockKey;
import dev.holdfast.lock.Parking;
import dev.holdfast.queue.Settlement;
import dev.holdfast.queue.Settlement.Ending;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which locks an attempt has asked for: what its job waits for, all together, if one of them is busy.
 *
 * @param locks declared ones, and those it holds
 * @param parking how the one that was refused is waited for
 * @param elsewhere true if locks are kept in a store with a ttl of their own
 */
record Wishes(Set<LockKey> locks, Parking parking, boolean elsewhere) {
    Wishes {
        locks = Set.copyOf(locks);
    }

    Wishes with(LockKey refused) {
        Set<LockKey> all = new TreeSet<>(locks);
        all.add(refused);
        return new Wishes(all, parking, elsewhere);
    }

    /** @param pause how long the job waits at least, though its turn may come at once */
    Ending parked(Duration pause, String reason) {
        Settlement.Wait terms = new Settlement.Wait(parking.longest(), pause, elsewhere);
        return new Ending.Parked(List.copyOf(locks), terms, reason);
    }
}
