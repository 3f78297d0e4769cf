package dev.holdfast.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.event.WorkerEvent;
import dev.holdfast.job.CancelReason;
import dev.holdfast.job.JobState;
import dev.holdfast.job.NewJob;
import dev.holdfast.job.Outcome;
import dev.holdfast.job.RetryPolicy;
import dev.holdfast.job.Tally;
import dev.holdfast.lease.FencingToken;
import dev.holdfast.lease.JobId;
import dev.holdfast.lease.SessionId;
import dev.holdfast.lock.LockKey;
import dev.holdfast.plugin.HandlerSpec;
import dev.holdfast.plugin.Handlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Several workers on one store, one of which drains, dies, is paused or is cut off.
 *
 * <p>This file is long because each case is a story of two workers.
 */
class PeersTest {
    private static final LockKey KEY = new LockKey("pr-actuation", "owner/repo#1");
    private static final Duration TTL = Stage.TTL;
    private static final NewJob WORK = NewJob.of("work", Map.of());
    private static final NewJob LOCK = NewJob.of("lock", Map.of());

    private final Stage stage = new Stage();
    private final Gate working = new Gate();
    private final Handlers none = new Handlers();
    /** The handlers of the one whose jobs take long. */
    private final Handlers slow = new Handlers()
            .handle("work", Map.class, (payload, attempt) -> {
                working.passDeaf();
                return Outcome.complete("by the first");
            })
            .handle("lock", Map.class, (payload, attempt) -> {
                attempt.lock(KEY);
                working.passDeaf();
                return Outcome.complete("by the first");
            });

    private final Handlers quick = new Handlers()
            .handle("work", Map.class, (payload, attempt) -> Outcome.complete("by the second"))
            .handle("lock", Map.class, (payload, attempt) -> {
                attempt.lock(KEY);
                return Outcome.complete("by the second");
            });

    @AfterEach
    void letGo() throws InterruptedException {
        working.open();
        stage.close();
    }

    private JobId startOn(Stage.Member owner, NewJob job) throws InterruptedException {
        JobId id = stage.enqueue(job);
        working.awaitArrival();
        assertThat(stage.is(id, JobState.RUNNING)).isTrue();
        assertThat(owner.rig().all(WorkerEvent.AttemptStarted.class)).hasSize(1);
        return id;
    }

    private static int reaped(Stage.Member member) {
        return member.rig().all(WorkerEvent.SessionReaped.class).size();
    }

    @Test
    void aJobThatRunsTenTtlsIsNeverReapedWhileItsWorkerBeats() throws Exception {
        Stage.Member owner = stage.join(slow);
        JobId id = startOn(owner, LOCK);
        Stage.Member peer = stage.join(quick);
        stage.pass(TTL.multipliedBy(10));
        assertThat(reaped(peer)).isZero();
        assertThat(stage.is(id, JobState.RUNNING)).isTrue();
        working.open();
        owner.rig().awaitFinal(id);
        assertThat(stage.job(id).details().note()).isEqualTo("by the first");
        assertThat(stage.job(id).details().tally()).isEqualTo(new Tally(1, 0, 0, 0, 0));
        assertThat(owner.rig().all(WorkerEvent.TrustEnded.class)).isEmpty();
    }

    @Test
    void aDrainThatOutlivesTheTtlGoesOnBeatingAndItsJobRunsOnce() throws Exception {
        Stage.Member owner = stage.join(slow);
        JobId id = startOn(owner, LOCK);
        Stage.Member peer = stage.join(quick);
        owner.rig().worker.requestStop();
        owner.rig().await(WorkerEvent.ShutdownStep.class);
        stage.pass(TTL.multipliedBy(3));
        assertThat(reaped(peer)).isZero();
        assertThat(stage.store.lockInspector().list(10)).hasSize(1);
        working.open();
        assertThat(owner.rig().worker.awaitStop().isClean()).isTrue();
        assertThat(stage.job(id).details().note()).isEqualTo("by the first");
        assertThat(stage.job(id).details().tally()).isEqualTo(new Tally(1, 0, 0, 0, 0));
        assertThat(peer.rig().all(WorkerEvent.AttemptStarted.class)).isEmpty();
    }

    @Test
    void aJobWhoseWorkerIsGoneRunsAgainWithinATtlAndASecond() throws Exception {
        Stage.Member owner = stage.join(slow);
        JobId id = startOn(owner, LOCK);
        Stage.Member peer = stage.join(quick);
        stage.pass(Duration.ofSeconds(1));
        owner.die();
        stage.passUntil(TTL.plusSeconds(1), () -> reaped(peer) == 1);
        peer.rig().awaitFinal(id);
        assertThat(stage.job(id).details().note()).isEqualTo("by the second");
        assertThat(stage.job(id).details().tally().attempts()).isEqualTo(2);
    }

    @Test
    void aPausedHolderOfADeferLockHaltsBeforeItsPeerTakesOverAndItsLateResultIsRefused() throws Exception {
        Stage.Member owner = stage.join(slow);
        JobId id = startOn(owner, LOCK);
        Stage.Member peer = stage.join(quick);
        Gate pause = new Gate();
        owner.wire().before("heartbeat", pause::passDeaf);
        pause.awaitArrival();
        Duration lastBeat = stage.time.now();
        // All but the last of its ttl passes: whatever happens now, happens before the takeover.
        stage.pass(TTL.minus(Stage.TERM.margin().dividedBy(8)));
        await().until(() -> !owner.rig().halts.isEmpty());
        assertThat(owner.rig().all(WorkerEvent.AttemptCancelled.class))
                .singleElement()
                .satisfies(told -> assertThat(told.reason()).isEqualTo(CancelReason.UNTRUSTED));
        assertThat(reaped(peer)).isZero();
        assertThat(stage.time.now()).isLessThan(lastBeat.plus(TTL));
        stage.passUntil(TTL, () -> reaped(peer) == 1);
        peer.rig().awaitFinal(id);
        working.open();
        owner.rig().await(WorkerEvent.SettlementRefused.class);
        pause.open();
        owner.rig().await(WorkerEvent.SessionLost.class);
        assertThat(stage.job(id).details().note()).isEqualTo("by the second");
        assertThat(owner.rig().all(WorkerEvent.JobSettled.class)).isEmpty();
        assertThat(fence(peer)).isGreaterThan(fence(owner));
    }

    private static FencingToken fence(Stage.Member member) {
        return member.rig().all(WorkerEvent.LockGranted.class).get(0).fence();
    }

    @Test
    void aPausedWorkerThatHoldsNoLockIsToldRunsOnAndIsRefusedAfterTheTakeover() throws Exception {
        Stage.Member owner = stage.join(slow);
        JobId id = startOn(owner, WORK);
        Stage.Member peer = stage.join(quick);
        owner.wire().before("heartbeat", Wire.losing("heartbeat"));
        stage.passUntil(TTL.multipliedBy(2), () -> reaped(peer) == 1);
        owner.rig().await(WorkerEvent.TrustEnded.class);
        assertThat(owner.rig().all(WorkerEvent.AttemptCancelled.class)).isEmpty();
        assertThat(owner.rig().halts).isEmpty();
        peer.rig().awaitFinal(id);
        working.open();
        owner.rig().await(WorkerEvent.SettlementRefused.class);
        assertThat(stage.job(id).details().note()).isEqualTo("by the second");
    }

    @Test
    void anOutageCancelsWhoHoldsLocksKeepsTheOthersResultsAndEndsNobodysSession() throws Exception {
        Gate holding = new Gate();
        Handlers mixed = new Handlers()
                .handle("work", Map.class, (payload, attempt) -> {
                    working.passDeaf();
                    return Outcome.complete("kept");
                })
                .handle("lock", Map.class, (payload, attempt) -> {
                    attempt.lock(KEY);
                    holding.pass();
                    return Outcome.complete("rerun");
                });
        Stage.Member owner = stage.join(mixed);
        JobId holder = stage.enqueue(LOCK);
        JobId other = stage.enqueue(WORK);
        holding.awaitArrival();
        working.awaitArrival();
        Stage.Member peer = stage.join(none);
        SessionId before = owner.rig().worker.session().orElseThrow();
        owner.die();
        peer.die();
        stage.pass(TTL.minus(Stage.TERM.margin()));
        owner.rig()
                .awaitTold(
                        WorkerEvent.AttemptCancelled.class,
                        told -> told.job().equals(holder) && told.reason() == CancelReason.UNTRUSTED);
        owner.rig()
                .awaitTold(WorkerEvent.AttemptEnded.class, ended -> ended.job().equals(holder));
        stage.pass(TTL.multipliedBy(3));
        int leases = owner.wire().asked("lease");
        working.open();
        owner.rig()
                .awaitTold(WorkerEvent.AttemptEnded.class, ended -> ended.job().equals(other));
        stage.pass(TTL);
        assertThat(owner.wire().asked("lease")).as("leased while blind").isEqualTo(leases);
        holding.open();
        owner.wire().heal();
        peer.wire().heal();
        owner.rig().awaitFinal(other);
        owner.rig().awaitFinal(holder);
        assertThat(owner.rig().worker.session()).contains(before);
        assertThat(reaped(peer) + reaped(owner)).isZero();
        assertThat(stage.job(other).details().note()).isEqualTo("kept");
        assertThat(stage.job(other).details().tally()).isEqualTo(new Tally(1, 0, 0, 0, 0));
        assertThat(stage.job(holder).details().tally()).isEqualTo(new Tally(2, 0, 1, 0, 0));
        assertThat(owner.rig().halts).isEmpty();
        assertThat(owner.rig().all(WorkerEvent.SettlementRefused.class)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {5, 13})
    void jobsThatFinishWhileTheStoreIsAwayAreAcceptedAfterwardsAndRunOnce(int ttls) throws Exception {
        Stage.Member owner = stage.join(slow);
        List<JobId> ids = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            ids.add(stage.enqueue(WORK));
        }
        for (int i = 0; i < 4; i++) {
            owner.rig().await(WorkerEvent.AttemptStarted.class);
        }
        owner.die();
        working.open();
        owner.rig().await(WorkerEvent.SettlingDelayed.class);
        stage.pass(TTL.multipliedBy(ttls));
        owner.wire().heal();
        for (JobId id : ids) {
            owner.rig().awaitFinal(id);
            assertThat(stage.job(id).state()).isEqualTo(JobState.COMPLETED);
            assertThat(stage.job(id).details().tally()).isEqualTo(new Tally(1, 0, 0, 0, 0));
        }
        assertThat(owner.rig().all(WorkerEvent.AttemptStarted.class)).hasSize(4);
        JobId next = stage.enqueue(WORK);
        assertThat(owner.rig().awaitFinal(next).state()).as("it works on").isEqualTo(JobState.COMPLETED);
    }

    @Test
    void aSecondAttemptStartsOnlyWhenTheFirstHasStoppedHoweverLongAgoItTimedOut() throws Exception {
        Handlers deaf = new Handlers()
                .handle(
                        "work",
                        HandlerSpec.of(Map.class, (payload, attempt) -> {
                                    working.passDeaf();
                                    attempt.lock(KEY);
                                    return Outcome.complete("acted late");
                                })
                                .withTimeout(Duration.ofSeconds(2))
                                .withRetry(new RetryPolicy(Duration.ZERO, Duration.ZERO, 0)));
        Stage.Member owner = stage.join(deaf);
        JobId id = startOn(owner, WORK);
        Stage.Member peer = stage.join(quick);
        stage.pass(Duration.ofSeconds(2));
        owner.rig().await(WorkerEvent.AttemptCancelled.class);
        stage.pass(ShutdownPlan.DEFAULTS.cancelGrace());
        WorkerEvent.AttemptStuck stuck = owner.rig().await(WorkerEvent.AttemptStuck.class);
        assertThat(stuck.stack()).contains("Gate.passDeaf");
        stage.pass(TTL.multipliedBy(2));
        assertThat(stage.is(id, JobState.RUNNING)).isTrue();
        assertThat(peer.rig().all(WorkerEvent.AttemptStarted.class)).isEmpty();
        owner.rig().worker.requestStop();
        working.open();
        owner.rig().worker.awaitStop();
        peer.rig().awaitFinal(id);
        assertThat(stage.job(id).details().note()).isEqualTo("by the second");
        assertThat(stage.job(id).details().tally().failures()).isEqualTo(1);
        assertThat(owner.rig().all(WorkerEvent.LockGranted.class))
                .as("what it did after its timeout was refused")
                .isEmpty();
    }

    @Test
    void aJobThatIsDueInTenTtlsIsLeasedByNobodyBeforeAndRunsOnce() throws Exception {
        List<Stage.Member> all = List.of(stage.join(quick), stage.join(quick), stage.join(quick));
        JobId id = stage.enqueue(WORK.withDelay(TTL.multipliedBy(10)));
        stage.pass(TTL.multipliedBy(10).minusMillis(1));
        assertThat(all)
                .allSatisfy(member -> assertThat(member.rig().all(WorkerEvent.JobsLeased.class))
                        .isEmpty());
        stage.pass(Duration.ofMillis(1));
        await().until(() -> stage.is(id, JobState.COMPLETED));
        assertThat(all.stream()
                        .mapToInt(member -> member.rig()
                                .all(WorkerEvent.AttemptStarted.class)
                                .size())
                        .sum())
                .isEqualTo(1);
    }

    @Test
    void aHandlerThatKillsItsProcessIsPoisonAfterThreeCrashesAndNoNeighbourIsCharged() throws Exception {
        AtomicReference<Stage.Member> process = new AtomicReference<>();
        Set<Stage.Member> dead = ConcurrentHashMap.newKeySet();
        Handlers deadly = new Handlers()
                .handle("kill", Map.class, (payload, attempt) -> {
                    Stage.Member mine = process.get();
                    mine.die();
                    dead.add(mine);
                    working.passDeaf();
                    return Outcome.complete("survived");
                })
                .handle("quick", Map.class, (payload, attempt) -> Outcome.complete());
        JobId killer = stage.enqueue(NewJob.of("kill", Map.of()));
        List<JobId> neighbours = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            neighbours.add(stage.enqueue(NewJob.of("quick", Map.of())));
        }
        for (int crash = 1; crash <= 4; crash++) {
            process.set(null);
            Stage.Member member = startHolding(process, deadly);
            stage.passUntil(TTL.multipliedBy(4), () -> dead.contains(member));
        }
        process.set(null);
        Stage.Member last = startHolding(process, deadly);
        stage.passUntil(TTL.multipliedBy(4), () -> stage.job(killer).state().isFinal());
        stage.passUntil(
                TTL.multipliedBy(4), () -> neighbours.stream().allMatch(id -> stage.is(id, JobState.COMPLETED)));
        assertThat(stage.is(killer, JobState.DISCARDED)).isTrue();
        assertThat(stage.job(killer).details().note()).startsWith("poison");
        assertThat(stage.job(killer).details().tally().crashes()).isEqualTo(3);
        assertThat(dead).hasSize(4).doesNotContain(last);
        assertThat(neighbours).allSatisfy(id -> {
            assertThat(stage.job(id).details().tally().crashes()).isZero();
            assertThat(stage.job(id).details().tally().failures()).isZero();
        });
    }

    /** A process whose handlers know which one they run in. */
    private Stage.Member startHolding(AtomicReference<Stage.Member> process, Handlers handlers)
            throws InterruptedException {
        Wire wire = new Wire(stage.store);
        Rig rig = new Rig(stage.store, wire.stores(), Stage.config(2, 4), handlers, stage.time);
        Stage.Member member = new Stage.Member(rig, wire);
        process.set(member);
        stage.add(member);
        rig.worker.start();
        await().until(() -> rig.worker.session().isPresent());
        return member;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 8, 10, 13})
    void noJobIsLostWhenAProcessIsKilledAtAnyRequestOfItsDrain(int requests) throws Exception {
        Stage.Member owner = stage.join(slow);
        List<JobId> ids = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            ids.add(stage.enqueue(WORK));
        }
        for (int i = 0; i < 4; i++) {
            owner.rig().await(WorkerEvent.AttemptStarted.class);
        }
        owner.wire().cutAfter(requests);
        owner.rig().worker.requestStop();
        working.open();
        owner.rig().await(WorkerEvent.ShutdownStep.class, step -> step.step().equals("RELEASING"));
        owner.wire().cutAfter(0);
        Stage.Member next = stage.join(quick);
        stage.passUntil(TTL.multipliedBy(5), () -> ids.stream().allMatch(id -> stage.is(id, JobState.COMPLETED)));
        assertThat(next.rig().all(WorkerEvent.AttemptStarted.class)).hasSizeGreaterThanOrEqualTo(2);
        assertThat(ids)
                .allSatisfy(id ->
                        assertThat(stage.job(id).details().tally().failures()).isZero());
    }
}
