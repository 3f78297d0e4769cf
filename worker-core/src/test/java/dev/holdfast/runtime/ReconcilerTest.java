package dev.holdfast.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.event.WorkerEvent;
import dev.holdfast.job.CancelReason;
import dev.holdfast.job.JobState;
import dev.holdfast.job.NewJob;
import dev.holdfast.job.Outcome;
import dev.holdfast.job.Tally;
import dev.holdfast.lease.JobId;
import dev.holdfast.lease.LeaseToken;
import dev.holdfast.lock.LockKey;
import dev.holdfast.lock.Steal;
import dev.holdfast.plugin.Handlers;
import dev.holdfast.queue.LeaseRequest;
import dev.holdfast.queue.StoreUnavailableException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ReconcilerTest {
    private static final LockKey KEY = new LockKey("pr-actuation", "owner/repo#1");
    private static final LockKey OTHER = new LockKey("pr-actuation", "owner/repo#2");

    private final Gate working = new Gate();
    private final Gate locking = new Gate();
    private final Bench bench = new Bench(new Handlers()
            .handle("quick", Map.class, (payload, attempt) -> Outcome.complete())
            .handle("work", Map.class, (payload, attempt) -> {
                working.passDeaf();
                return Outcome.complete();
            })
            .handle("lock", Map.class, (payload, attempt) -> {
                attempt.lock(KEY);
                working.passDeaf();
                return Outcome.complete();
            }));
    private final Reconciler reconciler = bench.reconciler();

    @AfterEach
    void letGo() {
        working.open();
        locking.open();
    }

    private JobId started(String kind) throws InterruptedException {
        bench.open();
        JobId id = bench.enqueue(NewJob.of(kind, Map.of()));
        bench.start();
        working.awaitArrival();
        return id;
    }

    @Test
    void jobsOfALeaseWhoseReplyWasLostAreGivenBackAndNoAttemptIsCharged() {
        Tenure tenure = bench.open();
        JobId id = bench.enqueue(NewJob.of("quick", Map.of()));
        LeaseToken token = loseAReply(tenure);
        reconciler.round(bench.now());
        assertThat(bench.job(id).state()).as("it may still be in flight").isEqualTo(JobState.RUNNING);
        bench.settler.round(bench.now());
        assertThat(bench.job(id).state()).isEqualTo(JobState.RUNNING);
        tenure.landed(token);
        reconciler.round(bench.now());
        bench.settler.round(bench.now());
        assertThat(bench.job(id).state()).isEqualTo(JobState.READY);
        assertThat(bench.job(id).details().tally()).isEqualTo(Tally.NONE);
        assertThat(bench.all(WorkerEvent.LeaseReturned.class)).hasSize(1);
    }

    private LeaseToken loseAReply(Tenure tenure) {
        bench.wire.after("lease", Wire.once(Wire.losing("lease")));
        LeaseToken token = tenure.nextLease();
        LeaseRequest request = new LeaseRequest(token.number(), List.of("default"), Set.of("quick"), 1, false);
        assertThatThrownBy(() -> tenure.session().lease(request)).isInstanceOf(StoreUnavailableException.class);
        return token;
    }

    @Test
    void aJobThatIsSettledWhileTheAnswerIsOnItsWayIsNotGivenBack() {
        bench.open();
        JobId id = bench.enqueue(NewJob.of("quick", Map.of()));
        bench.runOne();
        bench.wire.after("holdings", () -> bench.settler.round(bench.now()));
        reconciler.round(bench.now());
        bench.settler.round(bench.now());
        assertThat(bench.job(id).state()).isEqualTo(JobState.COMPLETED);
        assertThat(bench.all(WorkerEvent.LeaseReturned.class)).isEmpty();
        assertThat(bench.all(WorkerEvent.SettlementRefused.class)).isEmpty();
    }

    @Test
    void aJobThatIsLeasedAndSettledWhileTheStoreAnswersIsNotGivenBack() {
        bench.open();
        JobId id = bench.enqueue(NewJob.of("quick", Map.of()));
        bench.wire.before("holdings", () -> bench.lease(1).forEach(bench.runner::run));
        bench.wire.after("holdings", () -> bench.settler.round(bench.now()));
        reconciler.round(bench.now());
        bench.settler.round(bench.now());
        assertThat(bench.job(id).state()).isEqualTo(JobState.COMPLETED);
        assertThat(bench.all(WorkerEvent.LeaseReturned.class)).isEmpty();
        assertThat(bench.all(WorkerEvent.SettlementRefused.class)).isEmpty();
    }

    @Test
    void aJobThatIsLeasedWhileTheQuestionIsOnItsWayIsNotGivenBack() {
        bench.open();
        bench.enqueue(NewJob.of("quick", Map.of()));
        bench.wire.before("holdings", () -> bench.lease(1));
        reconciler.round(bench.now());
        assertThat(bench.all(WorkerEvent.LeaseReturned.class)).isEmpty();
        assertThat(bench.settler.unanswered()).isZero();
    }

    @Test
    void aRunningAttemptTheStoreDoesNotKnowHasLostItsLease() throws Exception {
        started("work");
        AttemptScope scope = bench.scope();
        Tracked same = bench.attempts.find(scope.ref()).orElseThrow();
        // Somebody returned the job by hand: the session lives, the lease does not.
        bench.tenure()
                .session()
                .settle(List.of(new dev.holdfast.queue.Settlement(
                        same.job().id(),
                        same.job().lease(),
                        new dev.holdfast.queue.Settlement.Ending.Returned(true, "by hand"))));
        reconciler.round(bench.now());
        assertThat(scope.cancelled()).contains(CancelReason.LEASE_LOST);
    }

    @Test
    void anAttemptThatStartsWhileTheAnswerIsOnItsWayKeepsItsLease() throws Exception {
        bench.open();
        bench.enqueue(NewJob.of("work", Map.of()));
        bench.wire.after("holdings", () -> {
            bench.start();
            working.awaitArrival();
        });
        reconciler.round(bench.now());
        assertThat(bench.scope().cancelled()).isEmpty();
    }

    @Test
    void aLockThatAnotherOwnerHasIsLostAndItsAttemptCancelled() throws Exception {
        started("lock");
        AttemptScope scope = bench.scope();
        bench.store.lockInspector().steal(KEY, new Steal("by an operator", Steal.Mode.NOW));
        reconciler.round(bench.now());
        assertThat(scope.cancelled()).contains(CancelReason.LOCK_LOST);
        assertThat(scope.held(KEY).orElseThrow().isHeld()).isFalse();
        reconciler.round(bench.now());
        assertThat(bench.all(WorkerEvent.LockLost.class)).as("told once").hasSize(1);
    }

    @Test
    void aLockThatIsWantedIsLostToItsHolderBeforeTheStealerTakesIt() throws Exception {
        started("lock");
        AttemptScope scope = bench.scope();
        bench.store.lockInspector().steal(KEY, new Steal("by an operator", Steal.Mode.REVOKE));
        reconciler.round(bench.now());
        assertThat(scope.cancelled()).contains(CancelReason.LOCK_LOST);
        assertThat(bench.store.lockInspector().list(10))
                .as("it is still held, until its handler has stopped")
                .hasSize(1);
        assertThat(bench.all(WorkerEvent.LockLost.class))
                .singleElement()
                .satisfies(lost -> assertThat(lost.why()).contains("by an operator"));
    }

    @Test
    void aLockThatIsTakenWhileTheAnswerIsOnItsWayIsNotLost() throws Exception {
        bench.open();
        bench.enqueue(NewJob.of("lock", Map.of()));
        bench.wire.after("holdings", () -> {
            bench.start();
            working.awaitArrival();
        });
        reconciler.round(bench.now());
        assertThat(bench.scope().held(KEY).orElseThrow().isHeld()).isTrue();
    }

    @Test
    void aLockThatIsReleasedWhileTheQuestionIsOnItsWayIsNotLost() throws Exception {
        started("work");
        AttemptScope scope = bench.scope();
        var lock = scope.lock(OTHER);
        bench.wire.before("holdings", lock::close);
        reconciler.round(bench.now());
        assertThat(bench.all(WorkerEvent.LockLost.class)).isEmpty();
        assertThat(scope.cancelled()).isEmpty();
    }

    @Test
    void aCancelReachesTheRunningHandler() throws Exception {
        JobId id = started("work");
        bench.store.jobs().cancel(id, "no longer wanted");
        reconciler.round(bench.now());
        assertThat(bench.scope().cancelled()).contains(CancelReason.REQUESTED);
    }

    @Test
    void anEndedSessionCancelsEverythingAndLosesEveryLockOnce() throws Exception {
        started("lock");
        AttemptScope scope = bench.scope();
        bench.reap();
        reconciler.round(bench.now());
        reconciler.round(bench.now());
        assertThat(scope.cancelled()).contains(CancelReason.LEASE_LOST);
        assertThat(bench.all(WorkerEvent.SessionLost.class)).hasSize(1);
        assertThat(bench.all(WorkerEvent.LockLost.class)).hasSize(1);
        assertThat(bench.wire.asked("holdings"))
                .as("an ended session is not asked again")
                .isEqualTo(1);
    }

    @Test
    void anAnswerThatCameLateCountsFromWhenItWasAskedFor() {
        Tenure tenure = bench.open();
        bench.pass(Duration.ofSeconds(7));
        bench.wire.after("holdings", () -> bench.pass(Duration.ofSeconds(9)));
        reconciler.round(bench.now());
        assertThat(tenure.window().sentAt()).isEqualTo(Duration.ofSeconds(7));
    }
}
