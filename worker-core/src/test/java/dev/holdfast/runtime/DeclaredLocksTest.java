package dev.holdfast.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.event.WorkerEvent;
import dev.holdfast.job.JobHandler;
import dev.holdfast.job.JobState;
import dev.holdfast.job.NewJob;
import dev.holdfast.job.Outcome;
import dev.holdfast.job.Tally;
import dev.holdfast.lease.JobId;
import dev.holdfast.lease.Ticker;
import dev.holdfast.lock.LockKey;
import dev.holdfast.lock.LockPolicy;
import dev.holdfast.lock.LockRequest;
import dev.holdfast.lock.Parking;
import dev.holdfast.memory.MemoryStore;
import dev.holdfast.plugin.HandlerSpec;
import dev.holdfast.plugin.Handlers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Locks a kind declares. */
class DeclaredLocksTest {
    private static final LockKey A = new LockKey("pr-actuation", "owner/repo#1");
    private static final LockKey B = new LockKey("pr-actuation", "owner/repo#2");

    record Names(List<String> names) {}

    private static NewJob job(LockKey... keys) {
        return NewJob.of(
                "work", new Names(List.of(keys).stream().map(LockKey::name).toList()));
    }

    private static Handlers handlers(LockPolicy policy, JobHandler<Names> handler) {
        return new Handlers()
                .handle(
                        "work",
                        HandlerSpec.of(Names.class, handler)
                                .withLocks(payload -> payload.names().stream()
                                        .map(name -> new LockRequest(new LockKey("pr-actuation", name), policy))
                                        .toList()));
    }

    @Test
    void declaredLocksAreTakenInCanonicalOrderBeforeTheHandlerRuns() {
        Bench bench = new Bench(handlers(
                LockPolicy.DEFER,
                (payload, attempt) ->
                        Outcome.complete(attempt.held(A).orElseThrow().isHeld() + " "
                                + attempt.held(B).orElseThrow().isHeld())));
        bench.open();
        JobId id = bench.enqueue(job(B, A));
        bench.runAndSettle();
        assertThat(bench.job(id).details().note()).isEqualTo("true true");
        assertThat(bench.all(WorkerEvent.LockGranted.class))
                .extracting(WorkerEvent.LockGranted::key)
                .containsExactly(A, B);
        assertThat(bench.store.lockInspector().list(10)).isEmpty();
    }

    @Test
    void aHandlerWhoseDeclaredLockIsTakenDoesNoWorkAndLosesNoAttempt() throws Exception {
        AtomicInteger works = new AtomicInteger();
        LockPolicy patient = LockPolicy.DEFER.parkedFor(Duration.ofSeconds(1), Parking.Afterwards.WAIT_ON);
        Bench bench = new Bench(handlers(patient, (payload, attempt) -> {
            works.incrementAndGet();
            return Outcome.complete();
        }));
        bench.open();
        bench.enqueue(job());
        Tracked other = bench.lease(1).get(0);
        AttemptScope holder = new AttemptScope(bench.context, bench.tenure(), other.job(), Duration.ofHours(1));
        bench.attempts.start(other, holder);
        holder.lock(B);
        JobId id = bench.enqueue(job(A, B).withMaxAttempts(1));
        bench.runAndSettle();
        for (int i = 1; i < 5; i++) {
            bench.pass(Duration.ofSeconds(1));
            bench.runAndSettle();
        }
        assertThat(works).hasValue(0);
        assertThat(bench.job(id).state()).isEqualTo(JobState.PARKED);
        assertThat(bench.job(id).details().tally()).isEqualTo(new Tally(5, 0, 0, 5, 0));
        assertThat(bench.store.lockInspector().list(10))
                .as("what it had taken before the refusal is free again")
                .extracting(shown -> shown.key())
                .containsExactly(B);
        bench.attempts.stopped(other);
    }

    @Test
    void twoJobsThatDeclareTheSameLocksTheOtherWayRoundNeverWaitForEachOther() throws Exception {
        Wire wire = new Wire(new MemoryStore());
        CyclicBarrier bothHaveAsked = new CyclicBarrier(2);
        LockPolicy patient = LockPolicy.DEFER.waiting(Duration.ofMinutes(1));
        Handlers handlers = handlers(patient, (payload, attempt) -> Outcome.complete());
        JobId first = wire.store().queue().enqueue(job(A, B)).id();
        JobId second = wire.store().queue().enqueue(job(B, A)).id();
        AtomicInteger asked = new AtomicInteger();
        Rig rig = new Rig(wire.store(), wire.stores(), Rig.config(), handlers, Ticker.system());
        rig.whenHeard(event -> {
            if (event instanceof WorkerEvent.SessionOpened) {
                // The probe is over: each job's first claim is answered before either makes its second.
                wire.after("claim", () -> meet(bothHaveAsked, asked.incrementAndGet()));
            }
        });
        rig.worker.start();
        assertThat(rig.awaitFinal(first).state()).isEqualTo(JobState.COMPLETED);
        assertThat(rig.awaitFinal(second).state()).isEqualTo(JobState.COMPLETED);
        assertThat(rig.all(WorkerEvent.LockContended.class)).isEmpty();
        rig.close();
    }

    private static void meet(CyclicBarrier barrier, int claim) throws InterruptedException {
        try {
            if (claim <= barrier.getParties()) {
                barrier.await();
            }
        } catch (BrokenBarrierException e) {
            throw new IllegalStateException(e);
        }
    }
}
