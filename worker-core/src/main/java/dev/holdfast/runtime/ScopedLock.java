package dev.holdfast.runtime;

import dev.holdfast.job.CancelReason;
import dev.holdfast.lease.FencingToken;
import dev.holdfast.lease.TrustWindow;
import dev.holdfast.lock.HeldLock;
import dev.holdfast.lock.LockClaim;
import dev.holdfast.lock.LockKey;
import dev.holdfast.lock.LockLostException;
import dev.holdfast.lock.LockPolicy;
import dev.holdfast.lock.Release;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One claim of one attempt, from before its first byte is sent until nothing of it can be left in the store.
 *
 * <pre>
 *   ASKED ─granted─► HELD ─lose─► LOST
 *     │                └──end──► ENDED     (ENDED is reached from every state)
 *     └─unguarded─► UNGUARDED
 * </pre>
 */
final class ScopedLock implements HeldLock {
    private enum State {
        ASKED,
        HELD,
        UNGUARDED,
        LOST,
        ENDED
    }

    private final LockKey asked;
    private final LockClaim claim;
    private final LockPolicy policy;
    private final AttemptScope scope;
    private final List<Runnable> lossActions = new ArrayList<>();
    private State state = State.ASKED;
    private FencingToken fence;
    private TrustWindow own;
    private Duration doubtedUntil;
    private String lostWhy = "it was never granted";
    private boolean lost;
    private boolean renewalFails;
    private HoldTimes times = HoldTimes.NONE;

    ScopedLock(LockClaim claim, LockPolicy policy, AttemptScope scope) {
        this(claim.key(), claim, policy, scope);
    }

    /** @param asked what the attempt asked for: the key of the claim, or permits of which that is a slot */
    ScopedLock(LockKey asked, LockClaim claim, LockPolicy policy, AttemptScope scope) {
        this.asked = asked;
        this.claim = claim;
        this.policy = policy;
        this.scope = scope;
    }

    LockClaim claim() {
        return claim;
    }

    LockKey asked() {
        return asked;
    }

    AttemptScope scope() {
        return scope;
    }

    LockPolicy policy() {
        return policy;
    }

    /** @param window the grant's own, or null if the lock rides on the worker's session */
    synchronized void granted(FencingToken granted, TrustWindow window) {
        state = State.HELD;
        fence = granted;
        own = window;
        times = times.begun(scope.now());
    }

    synchronized void unguarded() {
        state = State.UNGUARDED;
        times = times.begun(scope.now());
    }

    /** A renewal sent at this moment was answered. */
    synchronized void confirm(Duration sentAt) {
        renewalFails = false;
        if (state == State.HELD && own != null) {
            own = own.confirmed(sentAt);
        }
    }

    /** A renewal was not answered. True the first time since one was. */
    synchronized boolean renewalFails() {
        boolean first = !renewalFails;
        renewalFails = true;
        return first;
    }

    /** The lock is lost to this attempt; its window stays as it is now. True the first time. */
    boolean lose(String why) {
        List<Runnable> toRun;
        synchronized (this) {
            if (state != State.HELD) {
                return false;
            }
            own = window();
            times = times.believedUntil(scope.now(), own.closesAt());
            state = State.LOST;
            lost = true;
            lostWhy = why;
            toRun = List.copyOf(lossActions);
        }
        if (!toRun.isEmpty()) {
            AttemptThreads.daemon("holdfast-lost-" + key(), () -> CancelSignal.runEach(toRun))
                    .start();
        }
        return true;
    }

    /** Its claim, or its release, was sent and not answered: until then something of it may be in the store. */
    synchronized void doubt(Duration until) {
        doubtedUntil = doubtedUntil == null || until.compareTo(doubtedUntil) > 0 ? until : doubtedUntil;
    }

    /** True if something of it may be in the store that its attempt does not want there. */
    synchronized boolean isDoubted() {
        return doubtedUntil != null;
    }

    /** Nothing of it is in the store any more. True if that was all there is to say of it: its attempt does not use it. */
    synchronized boolean settleDoubt() {
        doubtedUntil = null;
        return state != State.UNGUARDED;
    }

    /** Releases by token. A store that throws has not answered: that is no failure of the job, and asked again. */
    Release release() {
        try {
            return claim.release();
        } catch (RuntimeException e) {
            return Release.UNKNOWN;
        }
    }

    /**
     * True if, after this answer to a release, nothing of the claim is in the store or can still get there. When nobody
     * answers, that is so once every ttl is over.
     */
    synchronized boolean isGone(Release answer, Duration now) {
        boolean mayArrive = doubtedUntil != null && now.compareTo(doubtedUntil) < 0;
        return switch (answer) {
            case RELEASED -> true;
            case NOT_MINE -> !mayArrive;
            case UNKNOWN -> doubtedUntil != null && !mayArrive;
        };
    }

    /** The attempt has let go of it. False if it had before. */
    synchronized boolean end() {
        boolean first = state != State.ENDED;
        times = (state == State.HELD ? times.believedUntil(scope.now(), window().closesAt()) : times)
                .letGo(scope.now());
        state = State.ENDED;
        lostWhy = "it was released";
        return first;
    }

    /** What the settlement of its attempt meant for it, where locks end with their lease. */
    synchronized Release endedWithLease() {
        return lost ? Release.NOT_MINE : Release.RELEASED;
    }

    /** The moments of its hold so far. */
    synchronized HoldTimes times() {
        return times;
    }

    synchronized TrustWindow window() {
        return own != null ? own : scope.tenure().window();
    }

    /** True while it was granted and its attempt has not let go, even if it was lost since. */
    synchronized boolean wasGranted() {
        return state == State.HELD || state == State.LOST;
    }

    /** True if it was held and then lost, even if its attempt has let go since. */
    synchronized boolean wasLost() {
        return lost;
    }

    synchronized boolean isLive() {
        return state == State.HELD;
    }

    synchronized boolean isUnguarded() {
        return state == State.UNGUARDED;
    }

    /** True if it guards a mutation that must not go on once somebody else may hold the key. */
    boolean guardsMutation() {
        return policy.defers() && wasGranted();
    }

    @Override
    public LockKey key() {
        return claim.key();
    }

    @Override
    public synchronized Optional<FencingToken> fence() {
        return Optional.ofNullable(fence);
    }

    @Override
    public boolean isHeld() {
        return isLive() && scope.isBelieved() && window().isOpen(scope.now());
    }

    @Override
    public Duration remaining() {
        return isHeld() ? window().remaining(scope.now()) : Duration.ZERO;
    }

    /**
     * The handler may find a loss out before the watchdog's next round: its attempt is then interrupted, as it would be a
     * moment later, and has not failed.
     */
    @Override
    public void ensureHeld() {
        if (!isHeld()) {
            String why = whyNot();
            if (wasGranted()) {
                scope.cancel(isLive() ? CancelReason.UNTRUSTED : CancelReason.LOCK_LOST);
            }
            throw new LockLostException(key(), why);
        }
    }

    private synchronized String whyNot() {
        if (state == State.UNGUARDED) {
            return "it was taken unguarded";
        }
        return state == State.HELD ? "it can no longer be trusted" : lostWhy;
    }

    @Override
    public void onLost(Runnable action) {
        synchronized (this) {
            if (state != State.LOST) {
                lossActions.add(action);
                return;
            }
        }
        action.run();
    }

    @Override
    public void refused(String what) {
        scope.refused(this, "a write", what);
    }

    @Override
    public void close() {
        scope.release(this);
    }
}
