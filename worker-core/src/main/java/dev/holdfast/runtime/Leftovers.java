package dev.holdfast.runtime;

import dev.holdfast.event.WorkerEvent;
import dev.holdfast.lease.SessionId;
import dev.holdfast.lock.LockKey;
import dev.holdfast.lock.LockLeftovers;
import dev.holdfast.lock.LockLeftovers.Leftover;
import dev.holdfast.lock.LockLeftovers.Origin;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Frees locks whose session is known to have ended, each by the exact value that was found. What cannot be told from
 * somebody else's is left to its ttl, but for one case: at the start of a worker that is declared, and was proven, to be
 * the only one, a lock that nobody has signed belongs to nobody. Locks of other deployments are never touched.
 */
final class Leftovers {
    private static final int MOST = 10_000;

    private final Context context;
    private volatile boolean wanted = true;
    private boolean starting = true;

    Leftovers(Context context) {
        this.context = context;
    }

    /** There may be some. */
    void look() {
        wanted = true;
    }

    /** Frees what there is, if there may be some. Blocks on both stores; what throws is tried again. */
    void release() {
        if (!wanted) {
            return;
        }
        wanted = false;
        try {
            releaseAll(context.stores().care().leftovers());
            starting = false;
        } catch (RuntimeException e) {
            wanted = true;
            throw e;
        }
    }

    private void releaseAll(LockLeftovers store) {
        List<Leftover> found = store.list(MOST);
        if (found.isEmpty()) {
            return;
        }
        String own = context.stores().sessions().deployment();
        Set<SessionId> ended = context.stores().sessions().ended(sessionsOf(own, found));
        boolean flushes = starting && context.config().alone();
        List<LockKey> freed = new ArrayList<>();
        for (Leftover lock : found) {
            boolean free = lock.origin()
                    .map(origin -> isOf(own, origin) && ended.contains(origin.session()))
                    .orElse(flushes);
            if (free && store.remove(lock)) {
                Optional<SessionId> session = lock.origin().map(Origin::session);
                context.events().emit(new WorkerEvent.LeftoverReleased(lock.key(), session));
                freed.add(lock.key());
            }
        }
        if (!freed.isEmpty()) {
            context.stores().sessions().wakeWaiters(freed);
        }
    }

    private static Set<SessionId> sessionsOf(String own, List<Leftover> found) {
        return found.stream()
                .flatMap(lock -> lock.origin().stream())
                .filter(origin -> isOf(own, origin))
                .map(Origin::session)
                .collect(Collectors.toSet());
    }

    private static boolean isOf(String own, Origin origin) {
        return origin.deployment().equals(own);
    }
}
