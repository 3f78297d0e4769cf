package dev.holdfast.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.event.WorkerEvent;
import dev.holdfast.job.CancelReason;
import dev.holdfast.job.JobState;
import dev.holdfast.job.NewJob;
import dev.holdfast.job.Outcome;
import dev.holdfast.lease.JobId;
import dev.holdfast.lease.TrustWindow;
import dev.holdfast.lock.LockKey;
import dev.holdfast.lock.LockPolicy;
import dev.holdfast.memory.ManualTime;
import dev.holdfast.memory.MemoryStore;
import dev.holdfast.plugin.Handlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WatchdogTest {
    private static final LockKey KEY = new LockKey("pr-actuation", "owner/repo#1");
    private static final Duration TICK = Duration.ofMillis(1);

    private final Gate working = new Gate();
    private final Handlers handlers = new Handlers()
            .handle("work", Map.class, (payload, attempt) -> {
                working.passDeaf();
                return Outcome.complete();
            })
            .handle("lock", Map.class, (payload, attempt) -> {
                attempt.lock(KEY);
                working.passDeaf();
                return Outcome.complete();
            })
            .handle("proceed", Map.class, (payload, attempt) -> {
                attempt.lock(KEY, LockPolicy.PROCEED);
                working.passDeaf();
                return Outcome.complete();
            })
            .handle("brief", Map.class, (payload, attempt) -> {
                attempt.lock(KEY).close();
                working.passDeaf();
                return Outcome.complete();
            });
    private final Bench bench = new Bench(handlers);
    private final Watchdog watchdog = bench.watchdog();

    @AfterEach
    void letGo() {
        working.open();
    }

    private Thread start(NewJob job) throws InterruptedException {
        bench.open();
        bench.enqueue(job);
        Thread thread = bench.start();
        working.awaitArrival();
        return thread;
    }

    private Thread start(String kind) throws InterruptedException {
        return start(NewJob.of(kind, Map.of()));
    }

    /** To the moment just before another one. */
    private void passUntil(Duration moment) {
        bench.pass(moment.minus(TICK).minus(bench.now()));
        watchdog.round(bench.now());
    }

    private void tick() {
        bench.pass(TICK);
        watchdog.round(bench.now());
    }

    @Test
    void anAttemptThatHoldsALockIsCancelledWhenTrustEndsAndNotBefore() throws Exception {
        start("lock");
        AttemptScope scope = bench.scope();
        TrustWindow window = bench.tenure().window();
        passUntil(window.closesAt());
        assertThat(scope.cancelled()).isEmpty();
        assertThat(scope.held(KEY).orElseThrow().isHeld()).isTrue();
        tick();
        assertThat(scope.cancelled()).contains(CancelReason.UNTRUSTED);
        assertThat(scope.held(KEY).orElseThrow().isHeld()).isFalse();
        assertThat(bench.all(WorkerEvent.TrustEnded.class))
                .singleElement()
                .satisfies(ended -> assertThat(List.of(ended.attemptsHoldingLocks(), ended.attemptsWithout()))
                        .containsExactly(1, 0));
    }

    @Test
    void anAttemptWithoutLocksIsToldOfAndRunsOn() throws Exception {
        start("work");
        bench.pass(Duration.ofMinutes(5));
        watchdog.round(bench.now());
        watchdog.round(bench.now());
        assertThat(bench.scope().cancelled()).isEmpty();
        assertThat(bench.halts).isEmpty();
        assertThat(bench.all(WorkerEvent.TrustEnded.class))
                .singleElement()
                .satisfies(ended -> assertThat(ended.attemptsWithout()).isEqualTo(1));
    }

    @Test
    void anOutageAfterARecoveryIsToldAgain() {
        bench.open();
        bench.pass(Duration.ofMinutes(1));
        watchdog.round(bench.now());
        bench.heartbeat().round(bench.now());
        watchdog.round(bench.now());
        bench.pass(Duration.ofMinutes(1));
        watchdog.round(bench.now());
        assertThat(bench.all(WorkerEvent.TrustEnded.class)).hasSize(2);
    }

    @Test
    void aDeferHolderThatStillRunsHaltsTheProcessBeforeAPeerMayReapIt() throws Exception {
        start("lock");
        TrustWindow window = bench.tenure().window();
        passUntil(window.haltsAt());
        assertThat(bench.halts).isEmpty();
        tick();
        assertThat(bench.halts).singleElement().asString().startsWith("75 ").contains(KEY.toString());
        assertThat(bench.all(WorkerEvent.SelfFenced.class)).hasSize(1);
        assertThat(bench.now()).isLessThan(window.sentAt().plus(window.ttl()));
    }

    @Test
    void aHolderThatHasStoppedInTimeHaltsNothing() throws Exception {
        Thread thread = start("lock");
        TrustWindow window = bench.tenure().window();
        passUntil(window.haltsAt());
        working.open();
        thread.join();
        bench.pass(Duration.ofMinutes(1));
        watchdog.round(bench.now());
        assertThat(bench.halts).isEmpty();
    }

    @Test
    void aProceedHolderAndOneThatHasLetGoHaltNothing() throws Exception {
        start("proceed");
        bench.pass(Duration.ofMinutes(1));
        watchdog.round(bench.now());
        assertThat(bench.halts).isEmpty();
    }

    @Test
    void anAttemptThatHasReleasedItsLockHaltsNothing() throws Exception {
        start("brief");
        bench.pass(Duration.ofMinutes(1));
        watchdog.round(bench.now());
        assertThat(bench.scope().cancelled()).isEmpty();
        assertThat(bench.halts).isEmpty();
    }

    @Test
    void aVictimOfAStealMustBeDeadByTheTimeItsStealerMayTakeTheLock() throws Exception {
        start("lock");
        TrustWindow atLoss = bench.tenure().window();
        AttemptScope scope = bench.scope();
        ScopedLock lock = bench.context.locks().of(scope.ref()).get(0);
        new LockLoss(bench.context).lost(lock, "it is being stolen");
        bench.pass(Duration.ofSeconds(20));
        bench.heartbeat().round(bench.now());
        assertThat(bench.tenure().window().sentAt()).isEqualTo(Duration.ofSeconds(20));
        passUntil(atLoss.haltsAt());
        assertThat(bench.halts).isEmpty();
        tick();
        assertThat(bench.halts)
                .as("later beats of the session do not prolong a lost lock")
                .hasSize(1);
    }

    @Test
    void everyOwnerThatOutlivesItsLockIsReportedWhereTheProcessMustNotEnd() throws Exception {
        Watchdog embedded = new Watchdog(bench.context, bench.keeper, bench.attempts, Optional.empty());
        Thread first = start("lock");
        bench.pass(Duration.ofMinutes(1));
        embedded.round(bench.now());
        embedded.round(bench.now());
        assertThat(bench.all(WorkerEvent.SelfFenced.class)).hasSize(1);
        working.open();
        first.join();
        bench.settler.round(bench.now());
        bench.heartbeat().round(bench.now());

        bench.enqueue(NewJob.of("lock", Map.of()));
        Tracked leased = bench.lease(1).get(0);
        AttemptScope scope = new AttemptScope(bench.context, bench.tenure(), leased.job(), Duration.ofHours(1));
        bench.attempts.start(leased, scope);
        scope.lock(KEY);
        bench.pass(Duration.ofMinutes(1));
        embedded.round(bench.now());
        assertThat(bench.all(WorkerEvent.SelfFenced.class)).hasSize(2);
    }

    @Test
    void aTimeoutCancelsAndItsAttemptCountsAsAFailure() throws Exception {
        Handlers timed = new Handlers().handle("work", Map.class, (payload, attempt) -> {
            working.pass();
            return Outcome.complete();
        });
        Bench own = new Bench(timed);
        own.open();
        JobId id = own.enqueue(NewJob.of("work", Map.of()).withTimeout(Duration.ofSeconds(2)));
        Thread thread = own.start();
        working.awaitArrival();
        Watchdog dog = own.watchdog();
        own.pass(Duration.ofMillis(1999));
        dog.round(own.now());
        assertThat(own.scope().cancelled()).isEmpty();
        assertThat(own.scope().remaining()).isEqualTo(TICK);
        own.pass(TICK);
        dog.round(own.now());
        thread.join();
        own.settler.round(own.now());
        assertThat(own.job(id).state()).isEqualTo(JobState.SCHEDULED);
        assertThat(own.job(id).details().tally().failures()).isEqualTo(1);
        assertThat(own.job(id).details().note()).startsWith("attempt timeout");
    }

    @Test
    void aHandlerThatIgnoresItsCancellationIsShownStuckWithItsStackUntilItStops() throws Exception {
        Thread thread = start(NewJob.of("work", Map.of()).withTimeout(Duration.ofSeconds(2)));
        bench.pass(Duration.ofSeconds(2));
        watchdog.round(bench.now());
        passUntil(Duration.ofSeconds(2).plus(bench.context.config().shutdown().cancelGrace()));
        assertThat(watchdog.stuck()).isZero();
        tick();
        tick();
        assertThat(watchdog.stuck()).isEqualTo(1);
        assertThat(bench.all(WorkerEvent.AttemptStuck.class))
                .singleElement()
                .satisfies(stuck -> assertThat(stuck.stack()).contains("Gate.passDeaf"));
        working.open();
        thread.join();
        watchdog.round(bench.now());
        assertThat(watchdog.stuck()).isZero();
    }

    @Test
    void theWorkerIsToldWhenEverySlotIsStuck() throws Exception {
        WorkerConfig one = new WorkerConfig(
                "bench",
                new WorkerConfig.Work(List.of("default"), 1, 0, Duration.ofSeconds(1)),
                Bench.TERM,
                ShutdownPlan.DEFAULTS);
        ManualTime time = new ManualTime();
        Bench small = new Bench(time, new Wire(new MemoryStore(time, time)), handlers, one);
        AtomicInteger told = new AtomicInteger();
        Watchdog dog = small.watchdog();
        dog.whenAllAreStuck(told::incrementAndGet);
        small.open();
        small.enqueue(NewJob.of("work", Map.of()).withTimeout(Duration.ofSeconds(1)));
        small.start();
        working.awaitArrival();
        small.pass(Duration.ofSeconds(1));
        dog.round(small.now());
        assertThat(told).hasValue(0);
        small.pass(Duration.ofSeconds(10));
        dog.round(small.now());
        assertThat(told).hasValue(1);
    }
}
