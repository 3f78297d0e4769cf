package dev.holdfast.lock;

import dev.holdfast.lease.FencingToken;
import dev.holdfast.lease.SessionId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BooleanSupplier;

/**
 * Proves before a worker trusts a lock store that it releases and renews by owner. Runs on a scratch key of its own in
 * the namespace {@value #NAMESPACE}, and leaves nothing behind, whatever the store answers.
 *
 * <p>For one run, on one thread. Blocks on the store for about ten round trips, bounded by the store's own timeouts.
 */
public final class LockStoreProbe {
    /** Namespace of the scratch keys. */
    public static final String NAMESPACE = "holdfast-probe";

    private static final int RELEASE_TRIES = 3;

    /** A thing the store must do, and whether it does. */
    private record Step(String name, BooleanSupplier holds) {}

    private final LockStore store;
    private final LockClaim first;
    private final LockClaim rival;
    private final LockClaim second;
    private long fence;

    /** @param session a live session, in whose name the scratch key is claimed */
    public LockStoreProbe(LockStore store, SessionId session) {
        LockKey scratch = new LockKey(NAMESPACE, UUID.randomUUID().toString());
        this.store = store;
        this.first = store.claim(scratch, Owner.of(session));
        this.rival = store.claim(scratch, Owner.of(session));
        this.second = store.claim(scratch, Owner.of(session));
    }

    /** Runs the steps in order. @return the step that failed; empty if the store can be trusted */
    public Optional<String> run() {
        try {
            return steps().stream()
                    .filter(step -> !step.holds().getAsBoolean())
                    .map(Step::name)
                    .findFirst();
        } catch (RuntimeException e) {
            return Optional.of("the store threw " + e);
        } finally {
            List.of(first, rival, second).forEach(LockStoreProbe::letGo);
        }
    }

    private List<Step> steps() {
        return List.of(
                new Step("a free key is granted", () -> isGrantedAbove(first)),
                new Step("a rival's claim is refused", () -> isBusy(rival)),
                new Step("a rival's release is refused", () -> rival.release() == Release.NOT_MINE),
                new Step("a rival's renewal is refused", () -> !isRenewed(rival)),
                new Step("neither of them changes who holds the key", () -> isBusy(rival) && isStillFirst()),
                new Step("the holder renews", () -> isRenewed(first)),
                new Step("the holder releases", () -> first.release() == Release.RELEASED),
                new Step("a released key is granted again, under a higher fence", () -> isGrantedAbove(second)),
                new Step("a second release of the first holder changes nothing", this::secondSurvives));
    }

    private boolean isGrantedAbove(LockClaim claim) {
        long before = fence;
        fence = fenceOf(claim.tryAcquire()).map(FencingToken::value).orElse(0L);
        return fence > before;
    }

    private static Optional<FencingToken> fenceOf(Acquisition answer) {
        return answer instanceof Acquisition.Granted granted ? Optional.of(granted.fence()) : Optional.empty();
    }

    private static boolean isBusy(LockClaim claim) {
        return claim.tryAcquire() instanceof Acquisition.Busy;
    }

    private boolean isStillFirst() {
        return fenceOf(first.tryAcquire()).equals(Optional.of(new FencingToken(fence)));
    }

    private boolean isRenewed(LockClaim claim) {
        Map<LockClaim, Renewal> answers = store.renewAll(List.of(claim));
        return answers.get(claim) instanceof Renewal.Renewed;
    }

    private boolean secondSurvives() {
        return first.release() == Release.NOT_MINE && second.release() == Release.RELEASED;
    }

    /** A release that was not answered is sent again; the session's end or the ttl is the backstop. */
    private static void letGo(LockClaim claim) {
        try {
            Release answer = claim.release();
            for (int tries = 1; tries < RELEASE_TRIES && answer == Release.UNKNOWN; tries++) {
                answer = claim.release();
            }
        } catch (RuntimeException e) {
            // The probe has its answer already; a store that throws here is one that failed a step.
            return;
        }
    }
}
