package dev.holdfast.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.event.WorkerEvent;
import dev.holdfast.job.CancelReason;
import dev.holdfast.job.JobState;
import dev.holdfast.job.NewJob;
import dev.holdfast.job.Outcome;
import dev.holdfast.lease.JobId;
import dev.holdfast.lock.Acquisition;
import dev.holdfast.lock.HeldLock;
import dev.holdfast.lock.LockKey;
import dev.holdfast.lock.LockPolicy;
import dev.holdfast.lock.LockUnavailable;
import dev.holdfast.lock.Owner;
import dev.holdfast.lock.Release;
import dev.holdfast.lock.Steal;
import dev.holdfast.memory.ManualTime;
import dev.holdfast.plugin.Handlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Locks that have a ttl of their own: taken, trusted, renewed, lost and let go. Run in the name of one attempt.
 *
 * <p>This file is long because all of it plays on one attempt, one store and one clock.
 */
class OwnTtlTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration TTL = Duration.ofSeconds(30);
    private static final Duration MARGIN = Bench.TERM.margin();
    private static final LockKey KEY = new LockKey("pr-actuation", "owner/repo#1");
    private static final LockKey OTHER = new LockKey("pr-actuation", "owner/repo#2");

    private final ManualTime time = new ManualTime();
    private final TtlLockStore locks = new TtlLockStore(time, TTL);
    private final Gate working = new Gate();
    private final Bench bench = Bench.withLocks(
            time,
            locks,
            new Handlers()
                    .handle("work", Map.class, (payload, attempt) -> {
                        working.passDeaf();
                        return Outcome.complete();
                    })
                    .handle("forget", Map.class, (payload, attempt) -> {
                        attempt.lock(OTHER);
                        attempt.lock(KEY);
                        return Outcome.complete("done");
                    }));
    private final Renewer renewer = new Renewer(bench.context);
    private final Releaser releaser = new Releaser(bench.context);
    private final Watchdog watchdog = bench.watchdog();
    private AttemptScope attempt;

    @BeforeEach
    void anAttemptRuns() throws InterruptedException {
        bench.open();
        bench.enqueue(NewJob.of("work", Map.of()));
        bench.start();
        working.awaitArrival();
        attempt = bench.scope();
    }

    @AfterEach
    void letGo() {
        working.open();
    }

    /** Time passes, with beats and renewals at their pace. */
    private void pass(Duration whole) {
        Duration end = time.now().plus(whole);
        while (time.now().compareTo(end) < 0) {
            time.pass(Bench.TERM.heartbeat());
            bench.heartbeat().round(time.now());
            renewer.round(time.now());
            releaser.round(time.now());
            watchdog.round(time.now());
        }
    }

    private int registered() {
        return bench.context.locks().all().size();
    }

    @Test
    void renewalsKeepLocksForAsLongAsTheAttemptRunsInOneRoundTripEach() throws Exception {
        HeldLock one = attempt.lock(KEY);
        HeldLock two = attempt.lock(OTHER);
        int before = bench.wire.asked("renew");
        pass(TTL.multipliedBy(10));
        assertThat(bench.wire.asked("renew") - before).isEqualTo(60);
        assertThat(one.isHeld() && two.isHeld()).isTrue();
        assertThat(locks.isHeld(KEY) && locks.isHeld(OTHER)).isTrue();
        assertThat(attempt.cancelled()).isEmpty();
    }

    @Test
    void trustInAGrantCountsFromWhenItWasAskedForAndItsLifeFromWhenTheStoreSawIt() throws Exception {
        bench.wire.before("claim", Wire.once(() -> time.pass(SECOND.multipliedBy(3))));
        HeldLock lock = attempt.lock(KEY);
        assertThat(locks.until(KEY)).isEqualTo(SECOND.multipliedBy(33));
        assertThat(lock.remaining()).isEqualTo(TTL.minus(MARGIN).minus(SECOND.multipliedBy(3)));
    }

    @Test
    void trustInARenewalCountsFromWhenItWasSent() throws Exception {
        HeldLock lock = attempt.lock(KEY);
        time.pass(SECOND.multipliedBy(5));
        bench.wire.after("renew", Wire.once(() -> time.pass(SECOND.multipliedBy(4))));
        renewer.round(time.now());
        assertThat(lock.remaining()).isEqualTo(TTL.minus(MARGIN).minus(SECOND.multipliedBy(4)));
    }

    @Test
    void aGrantThatArrivesTooLateToActOnIsReleasedAndNeverGranted() {
        bench.wire.after("claim", Wire.once(() -> time.pass(Duration.ofSeconds(21))));
        assertThatThrownBy(() -> attempt.lock(KEY))
                .isInstanceOfSatisfying(
                        LockUnavailable.class,
                        refused -> assertThat(refused.answer()).isInstanceOf(Acquisition.Unknown.class));
        assertThat(locks.isHeld(KEY)).isFalse();
        assertThat(bench.all(WorkerEvent.LockGranted.class)).isEmpty();
        assertThat(attempt.held(KEY)).isEmpty();
    }

    @Test
    void aHolderThatIsStolenFromIsToldAtItsNextRenewalAndTheThiefsExpiryIsUnchanged() throws Exception {
        HeldLock lock = attempt.lock(KEY);
        time.pass(SECOND);
        Acquisition thief = locks.claim(KEY, Owner.of(bench.tenure().session().id()))
                .steal(new Steal("an operator", Steal.Mode.NOW));
        assertThat(thief).isInstanceOf(Acquisition.Granted.class);
        Duration until = locks.until(KEY);
        time.pass(SECOND);
        renewer.round(time.now());
        assertThat(locks.until(KEY)).isEqualTo(until);
        assertThat(lock.isHeld()).isFalse();
        assertThat(attempt.cancelled()).contains(CancelReason.LOCK_LOST);
        assertThat(bench.all(WorkerEvent.LockLost.class)).hasSize(1);
        lock.close();
        assertThat(locks.isHeld(KEY)).as("the thief's").isTrue();
    }

    @Test
    void aKeyThatIsClaimedAgainAfterAFailedRenewalIsRenewedAsWell() throws Exception {
        HeldLock first = attempt.lock(KEY);
        bench.wire.before("renew", Wire.once(Wire.losing("renew")));
        renewer.round(time.now());
        first.close();
        HeldLock second = attempt.lock(KEY);
        pass(TTL.multipliedBy(2));
        assertThat(second.isHeld()).isTrue();
        assertThat(locks.isHeld(KEY)).isTrue();
        assertThat(first.isHeld()).isFalse();
    }

    @Test
    void aLockThatExpiredUnderItsOwnerIsReleasedAsNotItsOwnAndCanBeTakenAgain() throws Exception {
        HeldLock lock = attempt.lock(KEY);
        time.pass(TTL);
        bench.heartbeat().round(time.now());
        assertThat(lock.isHeld()).isFalse();
        lock.close();
        assertThat(bench.all(WorkerEvent.LockReleased.class))
                .singleElement()
                .satisfies(told -> assertThat(told.result()).isEqualTo(Release.NOT_MINE));
        assertThat(attempt.lock(KEY).isHeld()).isTrue();
        assertThat(registered()).isEqualTo(1);
    }

    @Test
    void aHolderWhoseStoreIsABlackHoleIsCancelledAndDeadBeforeItsLockCanBeAnothers() throws Exception {
        attempt.lock(KEY);
        bench.wire.before("renew", Wire.losing("renew"));
        List<Duration> cancelled = new ArrayList<>();
        List<Duration> halted = new ArrayList<>();
        List<Duration> free = new ArrayList<>();
        for (int i = 0; i < 40 && free.isEmpty(); i++) {
            time.pass(SECOND);
            bench.heartbeat().round(time.now());
            renewer.round(time.now());
            releaser.round(time.now());
            watchdog.round(time.now());
            if (cancelled.isEmpty() && attempt.cancelled().isPresent()) {
                cancelled.add(time.now());
            }
            if (halted.isEmpty() && !bench.halts.isEmpty()) {
                halted.add(time.now());
            }
            if (!locks.isHeld(KEY)) {
                free.add(time.now());
            }
        }
        assertThat(attempt.cancelled()).contains(CancelReason.UNTRUSTED);
        assertThat(cancelled.get(0)).isEqualTo(TTL.minus(MARGIN));
        assertThat(halted.get(0)).isBetween(cancelled.get(0), TTL.minus(Duration.ofNanos(1)));
        assertThat(free.get(0)).isEqualTo(TTL);
    }

    @Test
    void whateverAHandlerForgetsIsReleasedNewestFirstAndBeforeItsSettlement() {
        JobId id = bench.enqueue(NewJob.of("forget", Map.of()));
        AtomicInteger heldAtSettlement = new AtomicInteger();
        bench.wire.before("settle", () -> heldAtSettlement.set(registered()));
        bench.runAndSettle();
        assertThat(locks.released()
                        .subList(locks.released().size() - 2, locks.released().size()))
                .containsExactly(KEY, OTHER);
        assertThat(heldAtSettlement).hasValue(0);
        assertThat(bench.job(id).state()).isEqualTo(JobState.COMPLETED);
        assertThat(bench.all(WorkerEvent.LockReleased.class)).hasSize(2);
    }

    @Test
    void aReleaseThatGetsNoAnswerIsNoFailureOfItsJobAndIsRepeatedUntilItDoes() {
        JobId id = bench.enqueue(NewJob.of("forget", Map.of()));
        bench.wire.before("release", Wire.losing("release"));
        bench.runAndSettle();
        assertThat(bench.job(id).state()).isEqualTo(JobState.COMPLETED);
        assertThat(bench.job(id).details().note()).isEqualTo("done");
        releaser.round(time.now());
        assertThat(registered()).isEqualTo(2);
        bench.wire.heal();
        releaser.round(time.now());
        assertThat(registered()).isZero();
        assertThat(locks.isHeld(KEY) || locks.isHeld(OTHER)).isFalse();
    }

    @Test
    void aStoreThatThrowsAtAReleaseIsNoFailureOfTheJobAndKeepsNoOtherLockFromItsRenewal() throws Exception {
        HeldLock lock = attempt.lock(new LockKey("ai-review", "owner/repo#9"));
        JobId id = bench.enqueue(NewJob.of("forget", Map.of()));
        bench.wire.before("release", () -> {
            throw new IllegalStateException("a driver's bug");
        });
        bench.runAndSettle();
        assertThat(bench.job(id).state()).isEqualTo(JobState.COMPLETED);
        pass(TTL.multipliedBy(2));
        assertThat(lock.isHeld()).isTrue();
    }

    @Test
    void aReleaseWithoutAnAnswerEndsTheTriesOfItsRoundAndHoldsUpNoRenewal() throws Exception {
        HeldLock held = attempt.lock(new LockKey("ai-review", "owner/repo#9"));
        for (int i = 0; i < 3; i++) {
            HeldLock lock = attempt.lock(new LockKey("ai-review", "owner/repo#1" + i));
            bench.wire.before("release", Wire.losing("release"));
            lock.close();
            bench.wire.heal();
        }
        bench.wire.before("release", Wire.losing("release"));
        int before = bench.wire.asked("release");
        assertThat(releaser.round(time.now())).isEqualTo(Duration.ofMillis(500));
        assertThat(bench.wire.asked("release")).isEqualTo(before + 1);
        pass(TTL);
        assertThat(held.isHeld()).isTrue();
    }

    @Test
    void whatNobodyAnswersForIsForgottenWhenEveryTtlIsOver() throws Exception {
        HeldLock lock = attempt.lock(KEY);
        bench.wire.before("release", Wire.losing("release"));
        lock.close();
        releaser.round(time.now());
        assertThat(registered()).isEqualTo(1);
        time.pass(TTL.multipliedBy(2));
        releaser.round(time.now());
        assertThat(registered()).isZero();
    }

    @Test
    void aClaimWithoutAnAnswerIsReleasedWhileItsAttemptRunsOn() throws Exception {
        bench.wire.after("claim", Wire.once(Wire.losing("claim")));
        HeldLock unguarded = attempt.lock(KEY, LockPolicy.PROCEED);
        assertThat(locks.isHeld(KEY)).isTrue();
        releaser.round(time.now());
        assertThat(locks.isHeld(KEY)).isFalse();
        assertThat(attempt.held(KEY)).contains(unguarded);
        assertThat(bench.all(WorkerEvent.LockReleased.class))
                .singleElement()
                .satisfies(told -> assertThat(told.result()).isEqualTo(Release.RELEASED));
        int before = bench.wire.asked("release");
        releaser.round(time.now());
        assertThat(bench.wire.asked("release")).as("nothing is left to release").isEqualTo(before);
    }

    @Test
    void aGrantThatArrivedTooLateAndWhoseReleaseHadNoAnswerIsReleasedLater() {
        bench.wire.after("claim", Wire.once(() -> time.pass(Duration.ofSeconds(21))));
        bench.wire.before("release", Wire.once(Wire.losing("release")));
        assertThatThrownBy(() -> attempt.lock(KEY)).isInstanceOf(LockUnavailable.class);
        assertThat(locks.isHeld(KEY)).isTrue();
        releaser.round(time.now());
        assertThat(locks.isHeld(KEY)).isFalse();
        assertThat(registered()).isZero();
    }

    @Test
    void aClaimWhoseReplyWasLostStandsInNobodysWayAfterItsAttempt() throws Exception {
        bench.wire.after("claim", Wire.once(Wire.losing("claim")));
        assertThatThrownBy(() -> attempt.lock(KEY)).isInstanceOf(LockUnavailable.class);
        assertThat(locks.isHeld(KEY)).as("the claim has taken effect").isTrue();
        attempt.closeLocks();
        assertThat(locks.isHeld(KEY)).isFalse();
    }

    @Test
    void aClaimThatReachesTheStoreAfterItsReleaseIsReleasedAgainAndHoldsNothingForItsTtl() throws Exception {
        bench.wire.before("claim", Wire.once(Wire.losing("claim")));
        assertThatThrownBy(() -> attempt.lock(KEY)).isInstanceOf(LockUnavailable.class);
        ScopedLock doubtful = bench.context.locks().of(attempt.ref()).get(0);
        attempt.closeLocks();
        releaser.round(time.now());
        // Held up on its way, the claim arrives now.
        time.pass(SECOND.multipliedBy(20));
        assertThat(doubtful.claim().tryAcquire()).isInstanceOf(Acquisition.Granted.class);
        releaser.round(time.now());
        assertThat(locks.isHeld(KEY)).isFalse();
        assertThat(registered()).isZero();
    }

    @Test
    void aClaimThatNeverReachedTheStoreIsForgottenWhenItCanArriveNoMore() throws Exception {
        bench.wire.before("claim", Wire.once(Wire.losing("claim")));
        assertThatThrownBy(() -> attempt.lock(KEY)).isInstanceOf(LockUnavailable.class);
        attempt.closeLocks();
        releaser.round(time.now());
        assertThat(registered()).isEqualTo(1);
        time.pass(TTL.multipliedBy(2));
        releaser.round(time.now());
        assertThat(registered()).isZero();
    }

    @Test
    void anAttemptWhoseClaimWasLeftInDoubtCanClaimTheKeyAgain() throws Exception {
        bench.wire.after("claim", Wire.once(Wire.losing("claim")));
        assertThatThrownBy(() -> attempt.lock(KEY)).isInstanceOf(LockUnavailable.class);
        time.pass(SECOND);
        HeldLock lock = attempt.lock(KEY);
        assertThat(lock.isHeld()).isTrue();
        assertThat(lock.remaining()).isEqualTo(TTL.minus(MARGIN));
    }

    @Test
    void anAttemptWhoseReleaseWasLeftInDoubtCanClaimTheKeyAgain() throws Exception {
        HeldLock first = attempt.lock(KEY);
        bench.wire.before("release", Wire.once(Wire.losing("release")));
        first.close();
        assertThat(locks.isHeld(KEY)).isTrue();
        assertThat(attempt.lock(KEY, LockPolicy.DEFER).isHeld()).isTrue();
    }

    @Test
    void aClaimThatFailedOpenUnregistersNobodyWhenItReleases() throws Exception {
        HeldLock other = attempt.lock(OTHER);
        bench.wire.before("claim", Wire.once(Wire.losing("claim")));
        HeldLock unguarded = attempt.lock(KEY, LockPolicy.PROCEED);
        assertThat(unguarded.fence()).isEmpty();
        assertThat(unguarded.isHeld()).isFalse();
        Acquisition rival =
                locks.claim(KEY, Owner.of(bench.tenure().session().id())).tryAcquire();
        assertThat(rival).isInstanceOf(Acquisition.Granted.class);
        unguarded.close();
        unguarded.close();
        assertThat(locks.isHeld(KEY)).as("the rival's").isTrue();
        assertThat(other.isHeld()).isTrue();
        assertThat(bench.context.locks().all()).contains((ScopedLock) other);
    }

    @Test
    void aThiefsEntryOutlivesItsVictimsReleaseAndIsReleasedInItsTurn() throws Exception {
        HeldLock victim = attempt.lock(KEY);
        bench.enqueue(NewJob.of("work", Map.of()));
        Tracked leased = bench.lease(1).get(0);
        AttemptScope thief = new AttemptScope(bench.context, bench.tenure(), leased.job(), Duration.ofHours(1));
        bench.attempts.start(leased, thief);
        ScopedLock stolen =
                new ScopedLock(locks.claim(KEY, Owner.of(leased.job().lease(), thief.job())), LockPolicy.DEFER, thief);
        bench.context.locks().register(stolen);
        Acquisition.Granted grant = (Acquisition.Granted) stolen.claim().steal(new Steal("a rerun", Steal.Mode.NOW));
        stolen.granted(grant.fence(), new dev.holdfast.lease.TrustWindow(time.now(), TTL, MARGIN));
        victim.close();
        assertThat(bench.context.locks().all()).containsExactly(stolen);
        assertThat(stolen.isHeld()).isTrue();
        assertThat(locks.isHeld(KEY)).isTrue();
        thief.closeLocks();
        assertThat(locks.isHeld(KEY)).isFalse();
        assertThat(registered()).isZero();
        bench.attempts.stopped(leased);
    }

    @ParameterizedTest
    @ValueSource(strings = {"before", "after"})
    void aLockIsAskedForOnceHoweverItsAnswerIsLost(String side) {
        Wire.Trap trap = Wire.once(Wire.losing("claim"));
        if (side.equals("before")) {
            bench.wire.before("claim", trap);
        } else {
            bench.wire.after("claim", trap);
        }
        int before = bench.wire.asked("claim");
        assertThat(attempt.tryLock(KEY)).isInstanceOf(Acquisition.Unknown.class);
        assertThat(bench.wire.asked("claim")).isEqualTo(before + 1);
    }

    @Test
    void everyActionForALostLockRunsThoughOneOfThemThrows() throws Exception {
        HeldLock lock = attempt.lock(KEY);
        Gate second = new Gate();
        lock.onLost(() -> {
            throw new AssertionError("the first action fails");
        });
        lock.onLost(second::passDeaf);
        locks.claim(KEY, Owner.of(bench.tenure().session().id())).steal(new Steal("an operator", Steal.Mode.NOW));
        renewer.round(time.now());
        second.awaitArrival();
        second.open();
    }
}
