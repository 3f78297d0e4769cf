package dev.holdfast.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.event.WorkerEvent;
import dev.holdfast.job.CancelReason;
import dev.holdfast.job.JobState;
import dev.holdfast.job.NewJob;
import dev.holdfast.job.Outcome;
import dev.holdfast.job.Tally;
import dev.holdfast.lease.JobId;
import dev.holdfast.lock.HeldLock;
import dev.holdfast.lock.LockKey;
import dev.holdfast.memory.ManualTime;
import dev.holdfast.memory.MemoryStore;
import dev.holdfast.plugin.Handlers;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class AttemptRunnerTest {
    private static final LockKey KEY = new LockKey("pr-actuation", "owner/repo#1");
    private static final NewJob WORK = NewJob.of("work", Map.of());

    private final ManualTime time = new ManualTime();
    private final AtomicReference<CancelReason> seen = new AtomicReference<>();
    private final Bench bench = new Bench(new Handlers().handle("work", Map.class, (payload, attempt) -> {
        attempt.cancelled().ifPresent(seen::set);
        return Outcome.complete();
    }));

    /** Does something at the last moment before the attempt starts: between the check of its session and its start. */
    private void runWith(Runnable lastMoment) throws InterruptedException {
        Tracked leased = bench.lease(1).get(0);
        Thread running = new Thread(() -> bench.runner.run(leased));
        synchronized (bench.attempts) {
            running.start();
            await().until(() -> running.getState() == Thread.State.BLOCKED);
            lastMoment.run();
        }
        running.join();
    }

    @Test
    void anAttemptThatStartsWhileItsSessionEndsIsToldThatItsLeaseIsLost() throws Exception {
        bench.open();
        bench.enqueue(WORK);
        runWith(() -> {
            bench.reap();
            bench.heartbeat().round(bench.now());
        });
        assertThat(seen).hasValue(CancelReason.LEASE_LOST);
    }

    @Test
    void anAttemptThatStartsWhileItsJobIsCancelledIsTold() throws Exception {
        bench.open();
        JobId id = bench.enqueue(WORK);
        runWith(() -> {
            bench.store.jobs().cancel(id, "no longer wanted");
            bench.reconciler().round(bench.now());
        });
        assertThat(seen).hasValue(CancelReason.REQUESTED);
    }

    @Test
    void aHandlerThatFindsItsTrustOverBeforeTheWatchdogDoesHasNotFailed() {
        Handlers checking = new Handlers().handle("work", Map.class, (payload, attempt) -> {
            HeldLock lock = attempt.lock(KEY);
            time.pass(Bench.TERM.ttl());
            lock.ensureHeld();
            return Outcome.complete();
        });
        Bench own = new Bench(time, new Wire(new MemoryStore(time, time)), checking, WorkerConfig.defaults("bench"));
        own.open();
        JobId id = own.enqueue(WORK.withMaxAttempts(1));
        own.runAndSettle();
        assertThat(own.job(id).state()).isEqualTo(JobState.READY);
        assertThat(own.job(id).details().tally()).isEqualTo(new Tally(1, 0, 1, 0, 0));
        assertThat(own.all(WorkerEvent.AttemptCancelled.class))
                .singleElement()
                .satisfies(told -> assertThat(told.reason()).isEqualTo(CancelReason.UNTRUSTED));
    }

    @Test
    void aHandlerThatUsesALockItHasReleasedItselfHasFailed() {
        Bench own = new Bench(new Handlers().handle("work", Map.class, (payload, attempt) -> {
            HeldLock lock = attempt.lock(KEY);
            lock.close();
            lock.ensureHeld();
            return Outcome.complete();
        }));
        own.open();
        JobId id = own.enqueue(WORK.withMaxAttempts(1));
        own.runAndSettle();
        assertThat(own.job(id).state()).isEqualTo(JobState.DISCARDED);
        assertThat(own.all(WorkerEvent.AttemptCancelled.class)).isEmpty();
    }

    @Test
    void aJobDoesNotStartWhenItsSessionIsNotTrustedAnyMore() {
        bench.open();
        JobId id = bench.enqueue(WORK);
        Tracked leased = bench.lease(1).get(0);
        bench.pass(Bench.TERM.ttl());
        bench.runner.run(leased);
        bench.settler.round(bench.now());
        assertThat(bench.all(WorkerEvent.AttemptStarted.class)).isEmpty();
        assertThat(bench.job(id).state()).isEqualTo(JobState.READY);
        assertThat(bench.job(id).details().tally()).isEqualTo(Tally.NONE);
    }

    @Test
    void aLockThatAForgottenThreadIsGrantedAfterItsHandlerHasExitedIsReleased() throws Exception {
        TtlLockStore locks = new TtlLockStore(time, Duration.ofSeconds(30));
        AtomicReference<Thread> forgotten = new AtomicReference<>();
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Gate claiming = new Gate();
        Handlers careless = new Handlers().handle("work", Map.class, (payload, attempt) -> {
            Thread thread = new Thread(() -> {
                try {
                    attempt.lock(KEY);
                } catch (Throwable e) {
                    thrown.set(e);
                }
            });
            thread.start();
            forgotten.set(thread);
            claiming.awaitArrival();
            return Outcome.complete();
        });
        Bench own = Bench.withLocks(time, locks, careless);
        own.open();
        own.enqueue(WORK);
        own.wire.before("claim", claiming);
        own.runAndSettle();
        claiming.open();
        forgotten.get().join();
        assertThat(locks.isHeld(KEY)).isFalse();
        assertThat(own.context.locks().all()).isEmpty();
        assertThat(thrown.get()).isInstanceOf(IllegalStateException.class);
    }
}
