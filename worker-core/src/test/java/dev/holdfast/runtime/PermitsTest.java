package dev.holdfast.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import dev.holdfast.event.WorkerEvent;
import dev.holdfast.job.Attempt;
import dev.holdfast.job.JobState;
import dev.holdfast.job.NewJob;
import dev.holdfast.job.Outcome;
import dev.holdfast.lease.JobId;
import dev.holdfast.lock.Acquisition;
import dev.holdfast.lock.HeldLock;
import dev.holdfast.lock.LockKey;
import dev.holdfast.lock.LockPolicy;
import dev.holdfast.lock.LockRequest;
import dev.holdfast.memory.ManualTime;
import dev.holdfast.plugin.HandlerSpec;
import dev.holdfast.plugin.Handlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** At most n attempts at once. */
class PermitsTest {
    private static final LockKey TWO = LockKey.permits("reviews", "installation-7", 2);

    @Test
    void noMoreAttemptsRunAtOnceThanThereArePermitsAndEveryJobEnds() throws Exception {
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        Gate full = new Gate();
        Handlers handlers = new Handlers()
                .handle(
                        "review",
                        HandlerSpec.of(Map.class, (payload, attempt) -> {
                                    most.accumulateAndGet(running.incrementAndGet(), Math::max);
                                    full.pass();
                                    running.decrementAndGet();
                                    return Outcome.complete();
                                })
                                .withLocks(payload -> List.of(new LockRequest(TWO, LockPolicy.DEFER))));
        try (Rig rig = Rig.start(handlers)) {
            List<JobId> jobs = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                jobs.add(rig.enqueue(NewJob.of("review", Map.of())));
            }
            rig.await(WorkerEvent.JobParked.class);
            rig.await(WorkerEvent.JobParked.class);
            await().until(() -> running.get() == 2);
            full.open();
            for (JobId id : jobs) {
                assertThat(rig.awaitFinal(id).state()).isEqualTo(JobState.COMPLETED);
            }
        }
        assertThat(most).hasValue(2);
    }

    @Test
    void aPermitIsALockOfItsOwnAndIsTakenOnceByAnAttempt() throws Exception {
        Bench bench = new Bench(handlers());
        Attempt attempt = attempt(bench);

        HeldLock permit = attempt.lock(TWO);

        assertThat(permit.isHeld()).isTrue();
        assertThat(permit.fence()).isPresent();
        assertThat(permit.key()).isIn(TWO.slot(1), TWO.slot(2));
        assertThat(attempt.held(TWO)).contains(permit);
        assertThatIllegalStateException().isThrownBy(() -> attempt.lock(TWO));
        assertThatIllegalArgumentException().isThrownBy(() -> attempt.steal(TWO, "in a hurry"));
        permit.close();
        assertThat(attempt.tryLock(TWO)).isInstanceOf(Acquisition.Granted.class);
    }

    @Test
    void permitsAreTheSameOnAStoreWithATtlOfItsOwn() throws Exception {
        ManualTime time = new ManualTime();
        TtlLockStore locks = new TtlLockStore(time, Duration.ofSeconds(30));
        Bench bench = Bench.withLocks(time, locks, handlers());
        Attempt first = attempt(bench);
        Attempt second = attempt(bench);
        Attempt third = attempt(bench);

        HeldLock permit = first.lock(TWO);
        second.lock(TWO);

        assertThat(third.tryLock(TWO)).isInstanceOf(Acquisition.Busy.class);
        permit.close();
        assertThat(bench.context.locks().freed().take()).containsExactly(permit.key());
        assertThat(third.tryLock(TWO)).isInstanceOf(Acquisition.Granted.class);
    }

    private static Handlers handlers() {
        return new Handlers().handle("review", Map.class, (payload, attempt) -> Outcome.complete());
    }

    private static Attempt attempt(Bench bench) {
        if (bench.keeper.get().isEmpty()) {
            bench.open();
        }
        bench.enqueue(NewJob.of("review", Map.of()));
        Tracked leased = bench.lease(1).get(0);
        AttemptScope scope = new AttemptScope(bench.context, bench.tenure(), leased.job(), Duration.ofHours(1));
        bench.attempts.start(leased, scope);
        return scope;
    }
}
