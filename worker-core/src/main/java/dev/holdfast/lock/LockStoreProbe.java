package dev.holdfast.lock;

import dev.holdfast.lease.FencingToken;
import dev.holdfast.lease.SessionId;
import java.util.List;
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

    private static final int MOST_UNANSWERED_RELEASES = 3;

    /** What the probe has found. */
    public sealed interface Finding {
        /** The store releases and renews by owner. */
        record Proven() implements Finding {}

        /**
         * The store gave a wrong answer: it is never to be asked for a lock.
         *
         * @param step what it does not do
         */
        record Unfit(String step) implements Finding {}

        /** The store gave no answer, or the probing session ended meanwhile: this says nothing about it. */
        record Unanswered(String cause) implements Finding {}
    }

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

    /** Runs the steps in order, until one fails or is not answered. */
    public Finding run() {
        try {
            return steps().stream()
                    .filter(step -> !step.holds().getAsBoolean())
                    .map(step -> (Finding) new Finding.Unfit(step.name()))
                    .findFirst()
                    .orElseGet(Finding.Proven::new);
        } catch (NoAnswer e) {
            return new Finding.Unanswered(e.getMessage());
        } catch (RuntimeException e) {
            // Whoever implements a store answers failures as values: one that throws breaks that rule, for good.
            return new Finding.Unfit("the store threw " + e);
        } finally {
            letGo();
        }
    }

    private List<Step> steps() {
        return List.of(
                new Step("a free key is granted", () -> isGrantedAbove(first)),
                new Step("a rival's claim is refused", () -> isBusy(rival)),
                new Step("a rival's release is refused", () -> released(rival) == Release.NOT_MINE),
                new Step("a rival's renewal is refused", () -> !isRenewed(rival)),
                new Step("neither of them changes who holds the key", () -> isBusy(rival) && isStillFirst()),
                new Step("the holder renews", () -> isRenewed(first)),
                new Step("the holder releases", () -> released(first) == Release.RELEASED),
                new Step("a released key is granted again, under a higher fence", () -> isGrantedAbove(second)),
                new Step("a second release of the first holder changes nothing", this::secondSurvives));
    }

    private boolean isGrantedAbove(LockClaim claim) {
        long before = fence;
        fence = fenceOf(ask(claim)).map(FencingToken::value).orElse(0L);
        return fence > before;
    }

    private static Optional<FencingToken> fenceOf(Acquisition answer) {
        return answer instanceof Acquisition.Granted granted ? Optional.of(granted.fence()) : Optional.empty();
    }

    private static Acquisition ask(LockClaim claim) {
        Acquisition answer = claim.tryAcquire();
        if (answer instanceof Acquisition.Unknown unknown) {
            throw new NoAnswer(unknown.cause());
        } else if (answer instanceof Acquisition.LeaseLost) {
            throw new NoAnswer("the session that probes it has ended");
        }
        return answer;
    }

    private static boolean isBusy(LockClaim claim) {
        return ask(claim) instanceof Acquisition.Busy;
    }

    private boolean isStillFirst() {
        return fenceOf(ask(first)).equals(Optional.of(new FencingToken(fence)));
    }

    private boolean isRenewed(LockClaim claim) {
        Renewal answer = store.renewAll(List.of(claim)).get(claim);
        if (answer instanceof Renewal.Unknown unknown) {
            throw new NoAnswer(unknown.cause());
        }
        return answer instanceof Renewal.Renewed;
    }

    private static Release released(LockClaim claim) {
        Release answer = claim.release();
        if (answer == Release.UNKNOWN) {
            throw new NoAnswer("no answer to a release");
        }
        return answer;
    }

    private boolean secondSurvives() {
        return released(first) == Release.NOT_MINE && released(second) == Release.RELEASED;
    }

    /** A release that was not answered is sent again, a few times in all; the session's end or the ttl is the backstop. */
    private void letGo() {
        int unanswered = 0;
        for (LockClaim claim : List.of(first, rival, second)) {
            while (unanswered < MOST_UNANSWERED_RELEASES && isUnanswered(claim)) {
                unanswered++;
            }
        }
    }

    private static boolean isUnanswered(LockClaim claim) {
        try {
            return claim.release() == Release.UNKNOWN;
        } catch (RuntimeException e) {
            // The probe has its answer already; a store that throws here is one that failed a step.
            return false;
        }
    }

    /** The store was silent where the probe needs an answer. */
    private static final class NoAnswer extends RuntimeException {
        private static final long serialVersionUID = 1L;

        NoAnswer(String cause) {
            super(cause);
        }
    }
}
