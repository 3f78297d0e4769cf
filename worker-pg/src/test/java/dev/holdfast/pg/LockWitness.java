package dev.holdfast.pg;

import dev.holdfast.lock.Acquisition;
import dev.holdfast.lock.LockClaim;
import dev.holdfast.lock.LockKey;
import dev.holdfast.lock.Release;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;

/**
 * Asks for locks in others' stead and remembers when each question was sent and answered, so that afterwards it can
 * tell what no order of events on the server explains.
 */
final class LockWitness {
    /** A grant, and, if its release was confirmed, when that was sent: until then nobody else can have held the key. */
    private static final class Grant {
        final long fence;
        final long asked;
        final long answered;
        volatile long heldUntil = Long.MIN_VALUE;

        Grant(long fence, long asked) {
            this.fence = fence;
            this.asked = asked;
            this.answered = System.nanoTime();
        }
    }

    private final Map<LockKey, Collection<Grant>> grants = new ConcurrentHashMap<>();
    private final Map<LockClaim, Grant> byClaim = new ConcurrentHashMap<>();

    Acquisition ask(LockClaim claim, Supplier<Acquisition> question) {
        long asked = System.nanoTime();
        Acquisition answer = question.get();
        if (answer instanceof Acquisition.Granted granted) {
            Grant grant = new Grant(granted.fence().value(), asked);
            byClaim.put(claim, grant);
            grants.computeIfAbsent(claim.key(), key -> new ConcurrentLinkedQueue<>())
                    .add(grant);
        }
        return answer;
    }

    void release(LockClaim claim) {
        long sent = System.nanoTime();
        if (claim.release() == Release.RELEASED) {
            byClaim.get(claim).heldUntil = sent;
        }
    }

    int grants() {
        return byClaim.size();
    }

    List<String> contradictions() {
        List<String> found = new ArrayList<>();
        grants.forEach((key, all) -> {
            for (Grant a : all) {
                for (Grant b : all) {
                    if (a != b) {
                        compare(key, a, b, found);
                    }
                }
            }
        });
        return found;
    }

    private static void compare(LockKey key, Grant a, Grant b, List<String> found) {
        if (a.fence == b.fence) {
            found.add(key + " was granted twice under fence " + a.fence);
        }
        if (a.answered - b.asked < 0 && a.fence > b.fence) {
            found.add(key + ": fence fell from " + a.fence + " to " + b.fence);
        }
        if (a.heldUntil != Long.MIN_VALUE && b.fence > a.fence && b.answered - a.heldUntil < 0) {
            found.add(key + ": fence " + b.fence + " was granted while fence " + a.fence + " was held");
        }
    }
}
