package dev.holdfast.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.event.WorkerEvent;
import dev.holdfast.job.CancelReason;
import dev.holdfast.job.Job;
import dev.holdfast.job.JobState;
import dev.holdfast.job.NewJob;
import dev.holdfast.job.Outcome;
import dev.holdfast.job.Tally;
import dev.holdfast.lease.JobId;
import dev.holdfast.lock.Acquisition;
import dev.holdfast.lock.HeldLock;
import dev.holdfast.lock.LockClaim;
import dev.holdfast.lock.LockKey;
import dev.holdfast.lock.LockStore;
import dev.holdfast.lock.Owner;
import dev.holdfast.lock.Release;
import dev.holdfast.lock.Renewal;
import dev.holdfast.lock.Steal;
import dev.holdfast.memory.MemoryStore;
import dev.holdfast.plugin.Handlers;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class WorkerTest {
    private static final LockKey KEY = new LockKey("pr-actuation", "owner/repo#1");

    record Greeting(String name) {}

    private static Job job(Rig rig, JobId id) {
        return rig.store.jobs().show(id).orElseThrow();
    }

    @Test
    void aJobRunsItsHandlerWithItsPayloadAndIsCompletedWithItsResult() throws Exception {
        Handlers handlers = new Handlers()
                .handle("greet", Greeting.class, (greeting, attempt) -> Outcome.complete("hello " + greeting.name()));
        try (Rig rig = Rig.start(handlers)) {
            JobId id = rig.store
                    .queue()
                    .enqueue(NewJob.of("greet", new Greeting("ada")))
                    .id();
            rig.await(WorkerEvent.JobSettled.class);
            assertThat(job(rig, id).state()).isEqualTo(JobState.COMPLETED);
            assertThat(job(rig, id).details().note()).isEqualTo("hello ada");
        }
    }

    @Test
    void aLockIsHeldUntilTheHandlerHasEndedAndIsFreedWithTheSettlement() throws Exception {
        CountDownLatch holding = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        Handlers handlers = new Handlers().handle("hold", Map.class, (payload, attempt) -> {
            HeldLock lock = attempt.lock(KEY);
            lock.ensureHeld();
            holding.countDown();
            go.await();
            return Outcome.complete();
        });
        try (Rig rig = Rig.start(handlers)) {
            rig.store.queue().enqueue(NewJob.of("hold", Map.of()));
            holding.await();
            assertThat(rig.store.lockInspector().list(10)).hasSize(1);
            go.countDown();
            rig.await(WorkerEvent.LockReleased.class);
            assertThat(rig.store.lockInspector().list(10)).isEmpty();
        }
    }

    @Test
    void case_47_aContendedJobIsParkedWithoutLosingAnAttemptAndRunsWhenTheLockIsFree() throws Exception {
        CountDownLatch holding = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        Handlers handlers = new Handlers()
                .handle("hold", Map.class, (payload, attempt) -> {
                    attempt.lock(KEY);
                    holding.countDown();
                    go.await();
                    return Outcome.complete();
                })
                .handle("wait", Map.class, (payload, attempt) -> {
                    attempt.lock(KEY);
                    return Outcome.complete();
                });
        try (Rig rig = Rig.start(handlers)) {
            rig.store.queue().enqueue(NewJob.of("hold", Map.of()));
            holding.await();
            JobId waiter = rig.store
                    .queue()
                    .enqueue(NewJob.of("wait", Map.of()).withMaxAttempts(1))
                    .id();
            assertThat(rig.await(WorkerEvent.JobParked.class).job()).isEqualTo(waiter);
            go.countDown();
            rig.awaitFinal(waiter);
            assertThat(job(rig, waiter).state()).isEqualTo(JobState.COMPLETED);
            assertThat(job(rig, waiter).details().tally()).isEqualTo(new Tally(2, 0, 0, 1, 0));
            assertThat(rig.all(WorkerEvent.JobWoken.class))
                    .singleElement()
                    .matches(woken -> woken.job().equals(waiter) && !woken.waitIsOver());
        }
    }

    @Test
    void aForcedReRunStealsTheLockInTheSameProcessAndTheVictimIsCancelled() throws Exception {
        CountDownLatch holding = new CountDownLatch(1);
        BlockingQueue<CancelReason> reasons = new LinkedBlockingQueue<>();
        Handlers handlers = new Handlers()
                .handle("hold", Map.class, (payload, attempt) -> {
                    if (attempt.number() > 1) {
                        return Outcome.complete("rerun");
                    }
                    attempt.lock(KEY);
                    holding.countDown();
                    try {
                        new CountDownLatch(1).await();
                    } finally {
                        attempt.cancelled().ifPresent(reasons::add);
                    }
                    return Outcome.complete();
                })
                .handle("steal", Map.class, (payload, attempt) -> {
                    attempt.steal(KEY, "asked to").ensureHeld();
                    return Outcome.complete("stolen");
                });
        try (Rig rig = Rig.start(handlers)) {
            JobId victim =
                    rig.store.queue().enqueue(NewJob.of("hold", Map.of())).id();
            holding.await();
            JobId thief =
                    rig.store.queue().enqueue(NewJob.of("steal", Map.of())).id();
            assertThat(rig.awaitFinal(thief).state()).isEqualTo(JobState.COMPLETED);
            assertThat(reasons.take()).isEqualTo(CancelReason.LOCK_LOST);
            assertThat(rig.awaitFinal(victim).details().tally().contentions()).isEqualTo(1);
            assertThat(rig.all(WorkerEvent.LockStolen.class)).hasSize(1);
        }
    }

    @Test
    void aDrainLetsARunningJobEndAndStartsNoOther() throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        Handlers handlers = new Handlers().handle("hold", Map.class, (payload, attempt) -> {
            running.countDown();
            go.await();
            return Outcome.complete();
        });
        Rig rig = Rig.start(handlers);
        JobId id = rig.store.queue().enqueue(NewJob.of("hold", Map.of())).id();
        running.await();
        rig.worker.requestStop();
        rig.await(WorkerEvent.ShutdownStep.class);
        JobId later = rig.store.queue().enqueue(NewJob.of("hold", Map.of())).id();
        go.countDown();
        StopReport report = rig.worker.awaitStop();
        assertThat(report.isClean()).isTrue();
        assertThat(report.counts().finished()).isEqualTo(1);
        assertThat(job(rig, id).state()).isEqualTo(JobState.COMPLETED);
        assertThat(job(rig, later).state()).isEqualTo(JobState.READY);
        assertThat(rig.all(WorkerEvent.AttemptStarted.class)).hasSize(1);
        assertThat(rig.all(WorkerEvent.SessionLost.class)).isEmpty();
    }

    @Test
    void aHandlerThatIgnoresItsCancellationIsNeverTreatedAsStopped() throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        Handlers handlers = new Handlers().handle("deaf", Map.class, (payload, attempt) -> {
            attempt.lock(KEY);
            running.countDown();
            while (go.getCount() > 0) {
                try {
                    go.await();
                } catch (InterruptedException e) {
                    // deaf on purpose
                }
            }
            return Outcome.complete();
        });
        Rig rig = Rig.start(handlers);
        JobId id = rig.store.queue().enqueue(NewJob.of("deaf", Map.of())).id();
        running.await();
        rig.worker.requestStop();
        rig.worker.requestStop();
        StopReport report = rig.worker.awaitStop();
        assertThat(report.forced()).containsExactly(id);
        assertThat(rig.halts).hasSize(1).first().asString().startsWith("75 ");
        assertThat(rig.store.lockInspector().list(10)).hasSize(1);
        go.countDown();
        List<String> steps = rig.all(WorkerEvent.ShutdownStep.class).stream()
                .map(WorkerEvent.ShutdownStep::step)
                .toList();
        assertThat(steps).containsExactly("DRAINING", "CANCELLING", "FENCING", "RELEASING");
    }

    @Test
    void aLockStoreThatReleasesNothingIsRefusedAtBoot() throws Exception {
        MemoryStore store = new MemoryStore();
        Stores broken = new Stores(store.sessions(), new NeverReleasing(store.locks()), store.effects());
        Rig rig = new Rig(store, broken, Rig.config(), new Handlers());
        rig.worker.start();
        rig.await(WorkerEvent.ShutdownDone.class);
        rig.worker.awaitStop();
        assertThat(rig.worker.refusal())
                .hasValueSatisfying(why -> assertThat(why).contains("memory", "the holder releases"));
        assertThat(rig.all(WorkerEvent.SessionOpened.class)).isEmpty();
    }

    /** A store without a compare and delete. */
    private record NeverReleasing(LockStore real) implements LockStore {
        @Override
        public String name() {
            return real.name();
        }

        @Override
        public LockClaim claim(LockKey key, Owner owner) {
            LockClaim claim = real.claim(key, owner);
            return new LockClaim() {
                @Override
                public LockKey key() {
                    return key;
                }

                @Override
                public Owner owner() {
                    return owner;
                }

                @Override
                public Acquisition tryAcquire() {
                    return claim.tryAcquire();
                }

                @Override
                public Release release() {
                    return Release.NOT_MINE;
                }

                @Override
                public Acquisition steal(Steal request) {
                    return claim.steal(request);
                }
            };
        }

        @Override
        public Map<LockClaim, Renewal> renewAll(Collection<LockClaim> claims) {
            return claims.stream()
                    .collect(Collectors.toMap(
                            claim -> claim,
                            claim -> claim.tryAcquire() instanceof Acquisition.Granted
                                    ? new Renewal.Renewed(real.ttl())
                                    : new Renewal.Lost("not mine")));
        }

        @Override
        public void shorten(Collection<LockClaim> claims, Duration left) {}

        @Override
        public boolean endsWithLease() {
            return real.endsWithLease();
        }

        @Override
        public Duration ttl() {
            return real.ttl();
        }
    }
}
