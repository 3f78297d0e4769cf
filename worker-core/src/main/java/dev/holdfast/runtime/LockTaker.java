package dev.holdfast.runtime;

import dev.holdfast.job.AttemptCancelledException;
import dev.holdfast.job.CancelReason;
import dev.holdfast.lease.TrustWindow;
import dev.holdfast.lock.Acquisition;
import dev.holdfast.lock.HeldLock;
import dev.holdfast.lock.LockClaim;
import dev.holdfast.lock.LockKey;
import dev.holdfast.lock.LockPolicy;
import dev.holdfast.lock.LockStore;
import dev.holdfast.lock.LockUnavailable;
import dev.holdfast.lock.Owner;
import dev.holdfast.lock.Parking;
import dev.holdfast.lock.Steal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Takes locks for one attempt. Every claim is registered before its first byte is sent, and stays registered until
 * nothing of it can be left in the store.
 */
final class LockTaker {
    private static final Duration SHORTEST_PAUSE = Duration.ofMillis(50);
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(200);
    /** A steal waits for the victim's trust to end, a ttl at most, and then some for the store. */
    private static final int STEAL_PATIENCE_IN_TTLS = 3;

    /** A claim is bounded by its store's timeouts, which are shorter than the ttl it then has. */
    private static final int DOUBT_IN_TTLS = 2;

    private final Context context;
    private final AttemptScope scope;

    LockTaker(Context context, AttemptScope scope) {
        this.context = context;
        this.scope = scope;
    }

    HeldLock lock(LockKey key, LockPolicy policy) throws InterruptedException {
        Duration giveUp = scope.now().plus(policy.patience());
        Asked last = askFor(key, policy);
        while (last.answer() instanceof Acquisition.Busy && scope.now().compareTo(giveUp) < 0) {
            scope.pause(jitteredPause());
            last = askFor(key, policy);
        }
        return heldOrRefused(last.lock(), last.answer());
    }

    Acquisition tryLock(LockKey key) {
        return askFor(key, LockPolicy.DEFER).answer();
    }

    /** The last lock that was asked for, and the answer. */
    private record Asked(ScopedLock lock, Acquisition answer) {}

    /** Once; of permits each slot once, until one is not busy. */
    private Asked askFor(LockKey key, LockPolicy policy) {
        Asked last = null;
        for (LockKey slot : slots(key)) {
            ScopedLock lock = register(key, slot, policy);
            last = new Asked(lock, ask(lock, lock.claim()::tryAcquire));
            if (!(last.answer() instanceof Acquisition.Busy)) {
                return last;
            }
        }
        return last;
    }

    /** Begins anywhere, so that those who ask at the same time do not meet at the same slot. */
    private List<LockKey> slots(LockKey key) {
        if (!key.isPermits()) {
            return List.of(key);
        }
        int first = context.random().nextInt(key.permits());
        return IntStream.range(0, key.permits())
                .mapToObj(i -> key.slot((first + i) % key.permits() + 1))
                .toList();
    }

    HeldLock steal(LockKey key, String reason) throws InterruptedException {
        if (key.isPermits()) {
            throw new IllegalArgumentException("permits are not stolen, but one of their slots may be, by its own key");
        }
        ScopedLock lock = register(key, key, LockPolicy.DEFER);
        Steal request = new Steal(reason, Steal.Mode.REVOKE);
        Duration ttl = context.stores().locks().ttl();
        Duration giveUp = scope.now().plus(ttl.multipliedBy(STEAL_PATIENCE_IN_TTLS));
        Acquisition answer = askUntil(giveUp, lock, () -> lock.claim().steal(request));
        if (answer instanceof Acquisition.Granted granted) {
            new LockEvents(context).stolen(lock, granted.fence(), reason);
        }
        return heldOrRefused(lock, answer);
    }

    Optional<ScopedLock> find(LockKey key) {
        return granted().filter(lock -> lock.asked().line().equals(key.line())).findFirst();
    }

    /** What the attempt took, guarded or not, and has not let go. */
    Stream<ScopedLock> granted() {
        return context.locks().of(scope.ref()).stream().filter(lock -> lock.wasGranted() || lock.isUnguarded());
    }

    private ScopedLock register(LockKey asked, LockKey key, LockPolicy policy) {
        scope.ensureMayAct();
        if (find(asked).isPresent()) {
            throw new IllegalStateException("this attempt holds " + asked + " already");
        }
        releaseEarlierDoubts(asked);
        Owner owner = Owner.of(scope.leased().lease(), scope.job());
        LockClaim claim = context.stores().locks().claim(key, owner);
        ScopedLock lock = new ScopedLock(asked, claim, policy, scope);
        context.locks().register(lock);
        return lock;
    }

    /** An earlier claim of this key whose answer, or that of its release, was lost may hold it: it must not stand in this one's way. */
    private void releaseEarlierDoubts(LockKey key) {
        for (ScopedLock earlier : context.locks().of(scope.ref())) {
            if (earlier.asked().line().equals(key.line())) {
                scope.releaseAgain(earlier);
            }
        }
    }

    private Acquisition askUntil(Duration giveUp, ScopedLock lock, Supplier<Acquisition> question)
            throws InterruptedException {
        Acquisition answer = ask(lock, question);
        while (answer instanceof Acquisition.Busy && scope.now().compareTo(giveUp) < 0) {
            scope.pause(jitteredPause());
            context.locks().register(lock);
            answer = ask(lock, question);
        }
        return answer;
    }

    private Duration jitteredPause() {
        return Duration.ofMillis(context.random().nextLong(SHORTEST_PAUSE.toMillis(), LONGEST_PAUSE.toMillis()));
    }

    private Acquisition ask(ScopedLock lock, Supplier<Acquisition> question) {
        Duration sentAt = scope.now();
        Acquisition answer = answerOf(question);
        if (answer instanceof Acquisition.Granted granted) {
            return grant(lock, granted, sentAt);
        }
        if (answer instanceof Acquisition.Unguarded none) {
            unguarded(lock, none.reason());
        } else if (answer instanceof Acquisition.Unknown) {
            doubt(lock, sentAt);
        } else {
            // A definite no: nothing of this claim is in the store.
            context.locks().unregister(lock);
        }
        return answer;
    }

    /** What was sent then has no answer, or is not wanted any more: the releaser sees to it. */
    void doubt(ScopedLock lock, Duration sentAt) {
        LockStore store = context.stores().locks();
        if (!store.endsWithLease()) {
            lock.doubt(sentAt.plus(store.ttl().multipliedBy(DOUBT_IN_TTLS)));
        }
    }

    private static Acquisition answerOf(Supplier<Acquisition> question) {
        try {
            return question.get();
        } catch (RuntimeException e) {
            return new Acquisition.Unknown(String.valueOf(e.getMessage()));
        }
    }

    /** A grant counts only if it leaves time to act on it, and only for an attempt that is still to act. */
    private Acquisition grant(ScopedLock lock, Acquisition.Granted granted, Duration sentAt) {
        Duration margin = context.config().term().margin();
        boolean ownTtl = !context.stores().locks().endsWithLease();
        TrustWindow window = ownTtl ? windowOf(granted, sentAt, margin) : null;
        Duration left = (window == null ? scope.tenure().window() : window).remaining(scope.now());
        if (left.isZero() || (ownTtl && left.compareTo(margin) < 0)) {
            doubt(lock, sentAt);
            lock.release();
            return new Acquisition.Unknown("the grant arrived with only " + left + " of trust left");
        }
        lock.granted(granted.fence(), window);
        new LockEvents(context).granted(lock, granted.fence());
        if (scope.cancelled().isPresent() || scope.hasExited()) {
            scope.release(lock);
            scope.ensureMayAct();
        }
        return granted;
    }

    private static TrustWindow windowOf(Acquisition.Granted granted, Duration sentAt, Duration margin) {
        boolean usable = granted.validity().compareTo(margin) > 0;
        return new TrustWindow(sentAt, usable ? granted.validity() : margin.plusNanos(1), margin);
    }

    private HeldLock heldOrRefused(ScopedLock lock, Acquisition answer) {
        if (answer instanceof Acquisition.Granted || answer instanceof Acquisition.Unguarded) {
            return lock;
        }
        if (answer instanceof Acquisition.LeaseLost) {
            scope.cancel(CancelReason.LEASE_LOST);
            throw new AttemptCancelledException(CancelReason.LEASE_LOST);
        }
        if (answer instanceof Acquisition.Unknown unknown) {
            return withoutAnswer(lock, unknown);
        }
        if (answer instanceof Acquisition.Busy busy) {
            return contended(lock, busy);
        }
        throw new LockUnavailable(lock.asked(), answer);
    }

    /** A job that has waited in line for as long as its policy says may be one that goes on without the lock. */
    private HeldLock contended(ScopedLock lock, Acquisition.Busy busy) {
        new LockEvents(context).contended(lock, busy);
        Parking parking = lock.policy().parking();
        if (parking.afterwards() == Parking.Afterwards.PROCEED && scope.hasWaitedFor(parking)) {
            return unguarded(lock, "it was busy for as long as the job was to wait for it: " + busy.holder());
        }
        scope.wasRefused(lock);
        throw new LockUnavailable(lock.asked(), busy);
    }

    /** The claim stays registered: what it may have left goes with the attempt's end. */
    private HeldLock withoutAnswer(ScopedLock lock, Acquisition.Unknown unknown) {
        boolean proceeds = !lock.policy().defers();
        new LockEvents(context).unknown(lock, unknown.cause(), proceeds);
        if (proceeds) {
            return unguarded(lock, unknown.cause());
        }
        throw new LockUnavailable(lock.asked(), unknown);
    }

    private HeldLock unguarded(ScopedLock lock, String reason) {
        context.locks().register(lock);
        lock.unguarded();
        new LockEvents(context).unguarded(lock, reason);
        return lock;
    }
}
