package dev.holdfast.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.event.WorkerEvent;
import dev.holdfast.job.JobState;
import dev.holdfast.job.NewJob;
import dev.holdfast.job.Outcome;
import dev.holdfast.job.Tally;
import dev.holdfast.lease.JobId;
import dev.holdfast.lease.LeaseToken;
import dev.holdfast.lock.LockKey;
import dev.holdfast.plugin.Handlers;
import dev.holdfast.queue.LeaseRequest;
import dev.holdfast.queue.LeasedJob;
import dev.holdfast.queue.Settlement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SettlerTest {
    private static final LockKey KEY = new LockKey("pr-actuation", "owner/repo#1");
    private static final NewJob JOB = NewJob.of("work", Map.of());

    private final Bench bench = new Bench(new Handlers()
            .handle("work", Map.class, (payload, attempt) -> Outcome.complete("done"))
            .handle("lock", Map.class, (payload, attempt) -> {
                attempt.lock(KEY);
                return Outcome.complete("done");
            }));

    @Test
    void resultsAreKeptWhileTheStoreIsAwayAndAreAcceptedWhenItIsBack() {
        bench.open();
        List<JobId> ids = List.of(bench.enqueue(JOB), bench.enqueue(JOB));
        bench.lease(2).forEach(leased -> bench.runner.run(leased));
        bench.wire.before("settle", Wire.losing("settle"));
        for (int i = 0; i < 200; i++) {
            bench.settler.round(bench.now());
            bench.pass(Duration.ofMillis(200));
        }
        assertThat(bench.settler.isDelayed()).isTrue();
        assertThat(bench.settler.unanswered()).isEqualTo(2);
        assertThat(bench.all(WorkerEvent.SettlingDelayed.class))
                .as("told once, not at each try")
                .hasSize(1);
        bench.wire.heal();
        bench.settler.round(bench.now());
        assertThat(bench.settler.isDelayed()).isFalse();
        assertThat(bench.settler.unanswered()).isZero();
        for (JobId id : ids) {
            assertThat(bench.job(id).state()).isEqualTo(JobState.COMPLETED);
            assertThat(bench.job(id).details().tally()).isEqualTo(new Tally(1, 0, 0, 0, 0));
        }
    }

    @Test
    void aSettlementThatWasAppliedThoughItsReplyWasLostIsNotTakenForALostLease() {
        bench.open();
        JobId id = bench.enqueue(NewJob.of("lock", Map.of()));
        bench.runOne();
        bench.wire.after("settle", Wire.once(Wire.losing("settle")));
        bench.settler.round(bench.now());
        assertThat(bench.job(id).state()).isEqualTo(JobState.COMPLETED);
        assertThat(bench.settler.unanswered()).isEqualTo(1);
        bench.settler.round(bench.now());
        assertThat(bench.settler.unanswered()).isZero();
        assertThat(bench.all(WorkerEvent.SettlementRefused.class)).isEmpty();
        assertThat(bench.all(WorkerEvent.JobSettled.class)).hasSize(1);
        assertThat(bench.all(WorkerEvent.LockReleased.class)).hasSize(1);
        assertThat(bench.context.locks().all()).isEmpty();
    }

    @Test
    void theLateResultOfAnEndedSessionIsSentRefusedAndTold() {
        bench.open();
        JobId id = bench.enqueue(NewJob.of("lock", Map.of()));
        bench.runOne();
        bench.reap();
        bench.settler.round(bench.now());
        assertThat(bench.wire.asked("settle")).isEqualTo(1);
        assertThat(bench.all(WorkerEvent.SettlementRefused.class))
                .singleElement()
                .satisfies(refused -> assertThat(refused.why()).isEqualTo("lease lost"));
        assertThat(bench.job(id).state()).isEqualTo(JobState.READY);
        assertThat(bench.context.locks().all()).isEmpty();
        assertThat(bench.attempts.refs()).isEmpty();
        bench.settler.round(bench.now());
        assertThat(bench.wire.asked("settle")).as("never retried").isEqualTo(1);
    }

    @Test
    void aResultThatWasSentBeforeIsRefusedAllTheSameWhenItsSessionHasEndedMeanwhile() {
        bench.open();
        JobId id = bench.enqueue(JOB);
        bench.runOne();
        bench.wire.before("settle", Wire.once(Wire.losing("settle")));
        bench.settler.round(bench.now());
        bench.reap();
        bench.settler.round(bench.now());
        assertThat(bench.all(WorkerEvent.SettlementRefused.class)).hasSize(1);
        assertThat(bench.all(WorkerEvent.JobSettled.class)).isEmpty();
        assertThat(bench.job(id).state()).isEqualTo(JobState.READY);
    }

    @Test
    void theLateResultOfASupersededAttemptChangesNothingOfItsSuccessor() {
        bench.open();
        JobId id = bench.enqueue(JOB);
        Tracked late = bench.lease(1).get(0);
        Tenure first = bench.tenure();
        bench.reap();
        bench.heartbeat().round(bench.now());
        Tenure second = bench.open();
        assertThat(second).isNotSameAs(first);
        Tracked successor = leaseSuspect();
        assertThat(successor.job().lease().number())
                .as("numbers start anew in each session")
                .isEqualTo(late.job().lease().number());
        settle(first, late, "late");
        assertThat(bench.all(WorkerEvent.SettlementRefused.class)).hasSize(1);
        assertThat(bench.job(id).state()).isEqualTo(JobState.RUNNING);
        settle(second, successor, "in time");
        assertThat(bench.job(id).state()).isEqualTo(JobState.COMPLETED);
        assertThat(bench.job(id).details().note()).isEqualTo("in time");
    }

    private Tracked leaseSuspect() {
        LeaseToken token = bench.tenure().nextLease();
        LeaseRequest request = new LeaseRequest(token.number(), List.of("default"), Set.of("work"), 1, true);
        LeasedJob job = bench.tenure().session().lease(request).jobs().get(0);
        return new Tracked(job, bench.tenure(), bench.now());
    }

    private void settle(Tenure tenure, Tracked leased, String result) {
        Settlement settlement = new Settlement(
                leased.job().id(), leased.job().lease(), new Settlement.Ending.Completed(result, List.of()));
        bench.settler.submit(new Settler.Pending(tenure, settlement, false));
        bench.settler.round(bench.now());
    }

    @Test
    void settlementsOfTwoSessionsAreNeverSentInOneBatch() {
        bench.open();
        JobId lost = bench.enqueue(JOB);
        bench.runOne();
        bench.reap();
        bench.heartbeat().round(bench.now());
        bench.open();
        JobId kept = bench.enqueue(NewJob.of("lock", Map.of()));
        bench.lease(2).stream()
                .filter(leased -> leased.job().id().equals(kept))
                .forEach(leased -> bench.runner.run(leased));
        bench.settler.round(bench.now());
        assertThat(bench.all(WorkerEvent.SettlementRefused.class))
                .singleElement()
                .satisfies(refused -> assertThat(refused.job()).isEqualTo(lost));
        bench.settler.round(bench.now());
        assertThat(bench.job(kept).state()).isEqualTo(JobState.COMPLETED);
    }

    @Test
    void aBatchIsBounded() {
        bench.open();
        IntStream.range(0, 1100).forEach(i -> bench.enqueue(JOB));
        bench.lease(1100).forEach(leased -> bench.runner.run(leased));
        for (int i = 1; i <= 2; i++) {
            assertThat(bench.settler.round(bench.now())).isEqualTo(Duration.ZERO);
            assertThat(bench.settler.unanswered()).isEqualTo(Math.max(0, 1100 - i * 1_000));
        }
    }

    @Test
    void aStoreThatThrowsTheUnexpectedLosesNoResult() {
        bench.open();
        JobId id = bench.enqueue(JOB);
        bench.runOne();
        bench.wire.before("settle", Wire.once(() -> {
            throw new IllegalStateException("a driver's bug");
        }));
        assertThatThrownBy(() -> bench.settler.round(bench.now())).hasMessage("a driver's bug");
        bench.settler.round(bench.now());
        assertThat(bench.job(id).state()).isEqualTo(JobState.COMPLETED);
    }

    @Test
    void waitingForTheFlushEndsAtItsDeadlineWhenTheStoreIsAway() throws Exception {
        bench.open();
        bench.enqueue(JOB);
        bench.runOne();
        assertThat(bench.settler.awaitFlushed(bench.now().minusNanos(1))).isFalse();
        bench.settler.round(bench.now());
        assertThat(bench.settler.awaitFlushed(bench.now().minusNanos(1))).isTrue();
    }
}
