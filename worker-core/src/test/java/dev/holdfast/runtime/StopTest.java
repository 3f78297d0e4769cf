package dev.holdfast.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.event.WorkerEvent;
import dev.holdfast.job.JobState;
import dev.holdfast.job.NewJob;
import dev.holdfast.job.Outcome;
import dev.holdfast.job.Tally;
import dev.holdfast.lease.JobId;
import dev.holdfast.lease.Ticker;
import dev.holdfast.lock.LockKey;
import dev.holdfast.memory.MemoryStore;
import dev.holdfast.plugin.Handlers;
import dev.holdfast.queue.JobInspector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * The way down, on the memory store.
 *
 * <p>This file is long because each case needs a worker of its own, stopped in its own way.
 */
class StopTest {
    private static final LockKey KEY = new LockKey("pr-actuation", "owner/repo#1");
    private static final NewJob WORK = NewJob.of("work", Map.of());
    private static final NewJob LOCK = NewJob.of("lock", Map.of());
    private static final NewJob DEAF = NewJob.of("deaf", Map.of());
    private static final int JOBS = 300;
    private static final JobInspector.Filter EVERYTHING =
            new JobInspector.Filter(Optional.empty(), Optional.empty(), Optional.empty(), 1000);
    private static final JobInspector.Filter RUNNING =
            new JobInspector.Filter(Optional.empty(), Optional.empty(), Optional.of(JobState.RUNNING), 1);
    private static final Duration GRACE = Duration.ofSeconds(3);

    private final Gate working = new Gate();
    private final Wire wire = new Wire(new MemoryStore());
    private final Handlers handlers = new Handlers()
            .handle("work", Map.class, (payload, attempt) -> {
                working.pass();
                return Outcome.complete();
            })
            .handle("lock", Map.class, (payload, attempt) -> {
                attempt.lock(KEY);
                working.pass();
                return Outcome.complete();
            })
            .handle("deaf", Map.class, (payload, attempt) -> {
                attempt.lock(KEY);
                working.passDeaf();
                return Outcome.complete("after all");
            })
            .handle("quick", Map.class, (payload, attempt) -> Outcome.complete());

    @AfterEach
    void letGo() {
        working.open();
        wire.heal();
    }

    private static final int QUICK_JOBS = 30;

    private static WorkerConfig config(int concurrency, int prefetch) {
        return new WorkerConfig(
                "test",
                new WorkerConfig.Work(List.of("default"), concurrency, prefetch, Duration.ofMillis(20)),
                new WorkerConfig.Term(
                        Duration.ofSeconds(30), Duration.ofMillis(50), Duration.ofSeconds(5), Duration.ofMillis(50)),
                new ShutdownPlan(GRACE, Duration.ofMillis(200), Duration.ofMillis(500), Duration.ofSeconds(1)));
    }

    private Rig start() {
        return Rig.start(wire, config(4, 4), handlers, Ticker.system());
    }

    /** A worker leases ahead once it has seen that its jobs are short. */
    private static void letJobsBeLeasedAhead(Rig rig) {
        for (int i = 0; i < QUICK_JOBS; i++) {
            rig.enqueue(NewJob.of("quick", Map.of()));
        }
        await().until(() -> rig.all(WorkerEvent.JobSettled.class).size() == QUICK_JOBS);
    }

    private static Duration took(long since) {
        return Duration.ofNanos(System.nanoTime() - since);
    }

    @Test
    void fiveStopsInARowDrainOnceHurryOnceAndDoNoMoreHarm() throws Exception {
        Rig rig = start();
        JobId id = rig.enqueue(WORK);
        working.awaitArrival();
        for (int i = 0; i < 5; i++) {
            rig.worker.requestStop();
        }
        StopReport report = rig.worker.awaitStop();
        assertThat(report.isClean()).isTrue();
        assertThat(report.counts().returned()).isEqualTo(1);
        assertThat(rig.steps()).containsExactly("DRAINING", "CANCELLING", "FENCING", "RELEASING");
        assertThat(rig.all(WorkerEvent.ShutdownDone.class)).hasSize(1);
        assertThat(rig.halts).isEmpty();
        assertThat(rig.job(id).state()).isEqualTo(JobState.READY);
        assertThat(rig.job(id).details().tally()).isEqualTo(new Tally(1, 0, 1, 0, 0));
    }

    @Test
    void whatAHurriedStopInterruptsIsAtOnceAnothersToRun() throws Exception {
        Rig rig = start();
        JobId id = rig.enqueue(LOCK.withMaxAttempts(1));
        working.awaitArrival();
        rig.worker.requestStop();
        rig.worker.requestStop();
        rig.worker.awaitStop();
        assertThat(rig.store.lockInspector().list(10)).isEmpty();
        working.open();
        try (Rig next = Rig.start(new Wire(rig.store), handlers)) {
            assertThat(next.awaitFinal(id).state()).isEqualTo(JobState.COMPLETED);
        }
    }

    @Test
    void aHandlerThatIsAboutToFailWhenTheDrainEndsRunsExactlyOnceMore() throws Exception {
        Handlers failing = new Handlers().handle("fail", Map.class, (payload, attempt) -> {
            try {
                working.pass();
                return Outcome.complete();
            } finally {
                attempt.cancelled().ifPresent(reason -> {
                    throw new IllegalStateException("it would have failed anyway");
                });
            }
        });
        Rig rig = Rig.start(wire, config(1, 0), failing, Ticker.system());
        JobId id = rig.enqueue(NewJob.of("fail", Map.of()).withMaxAttempts(1));
        working.awaitArrival();
        rig.worker.requestStop();
        rig.worker.awaitStop();
        assertThat(rig.steps()).contains("CANCELLING");
        assertThat(rig.job(id).state()).as("interrupted, not failed").isEqualTo(JobState.READY);
        working.open();
        try (Rig next = Rig.start(new Wire(rig.store), config(1, 0), failing, Ticker.system())) {
            assertThat(next.awaitFinal(id).details().tally()).isEqualTo(new Tally(2, 0, 1, 0, 0));
            assertThat(next.all(WorkerEvent.AttemptStarted.class)).hasSize(1);
        }
    }

    @Test
    void aLockIsHeldWhileItsJobDrainsAndACompetitorIsRefusedMeanwhile() throws Exception {
        Rig rig = start();
        rig.enqueue(LOCK);
        working.awaitArrival();
        rig.worker.requestStop();
        rig.await(WorkerEvent.ShutdownStep.class);
        Handlers rival = new Handlers().handle("rival", Map.class, (payload, attempt) -> {
            attempt.lock(KEY);
            return Outcome.complete();
        });
        try (Rig other = Rig.start(new Wire(rig.store), rival)) {
            JobId second = other.enqueue(NewJob.of("rival", Map.of()));
            other.await(WorkerEvent.LockContended.class);
            assertThat(rig.store.lockInspector().list(10)).hasSize(1);
            working.open();
            assertThat(rig.worker.awaitStop().isClean()).isTrue();
            other.awaitFinal(second);
            WorkerEvent.LockGranted first =
                    rig.all(WorkerEvent.LockGranted.class).get(0);
            assertThat(other.all(WorkerEvent.LockGranted.class))
                    .singleElement()
                    .satisfies(next -> assertThat(next.fence()).isGreaterThan(first.fence()));
        }
    }

    @Test
    void settlementsThatWaitWhenTheStopComesAreWrittenBeforeTheWorkerIsGone() throws Exception {
        Gate settling = new Gate();
        wire.before("settle", settling);
        Rig rig = start();
        List<JobId> ids = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            ids.add(rig.enqueue(NewJob.of("quick", Map.of())));
        }
        settling.awaitArrival();
        for (int i = 0; i < 4; i++) {
            rig.await(WorkerEvent.AttemptEnded.class);
        }
        rig.worker.requestStop();
        rig.await(WorkerEvent.ShutdownStep.class, step -> step.step().equals("RELEASING"));
        settling.open();
        StopReport report = rig.worker.awaitStop();
        assertThat(report.counts().unsettled()).isZero();
        assertThat(ids).allSatisfy(id -> assertThat(rig.job(id).state()).isEqualTo(JobState.COMPLETED));
    }

    @Test
    void aStopWhileTheStoreRefusesEverythingEndsByItsDeadline() throws Exception {
        Rig rig = start();
        rig.enqueue(WORK);
        working.awaitArrival();
        wire.cut();
        working.open();
        rig.await(WorkerEvent.SettlingDelayed.class);
        long began = System.nanoTime();
        rig.worker.requestStop();
        StopReport report = rig.worker.awaitStop();
        assertThat(took(began)).isLessThan(GRACE);
        assertThat(report.counts().unsettled()).isEqualTo(1);
        assertThat(report.isClean()).isFalse();
        assertThat(rig.worker.state()).isEqualTo(WorkerState.STOPPED);
    }

    @Test
    void noAttemptStartsOnceTheDrainIsTold() throws Exception {
        Rig rig = Rig.start(wire, config(1, 5), handlers, Ticker.system());
        letJobsBeLeasedAhead(rig);
        JobId running = rig.enqueue(WORK);
        working.awaitArrival();
        JobId inLine = rig.enqueue(WORK);
        await().until(() -> rig.job(inLine).state() == JobState.RUNNING);
        rig.whenHeard(event -> {
            if (event instanceof WorkerEvent.ShutdownStep step && step.step().equals("DRAINING")) {
                working.open();
                // The line moves up while the drain is being told.
                await().until(() -> rig.all(WorkerEvent.JobSettled.class).size() == QUICK_JOBS + 2);
            }
        });
        rig.worker.requestStop();
        rig.worker.awaitStop();
        assertThat(rig.all(WorkerEvent.AttemptStarted.class))
                .filteredOn(started -> started.kind().equals("work"))
                .singleElement()
                .satisfies(started -> assertThat(started.job()).isEqualTo(running));
        assertThat(rig.job(inLine).state()).isEqualTo(JobState.READY);
        assertThat(rig.job(inLine).details().tally()).isEqualTo(Tally.NONE);
    }

    @Test
    void noAttemptStartsAfterTheStopWasAskedForHoweverManyJobsWait() throws Exception {
        for (int round = 0; round < 10; round++) {
            MemoryStore store = new MemoryStore();
            for (int i = 0; i < JOBS; i++) {
                store.queue().enqueue(NewJob.of("quick", Map.of()));
            }
            Rig rig = Rig.start(new Wire(store), config(8, 16), handlers, Ticker.system());
            rig.await(WorkerEvent.JobSettled.class);
            rig.worker.requestStop();
            StopReport report = rig.worker.awaitStop();
            assertThat(report.isClean()).isTrue();
            int started = rig.all(WorkerEvent.AttemptStarted.class).size();
            assertThat(rig.all(WorkerEvent.AttemptEnded.class)).hasSize(started);
            assertNoneButTheRunningIsToldOfAfterTheDrain(rig);
            assertEveryJobIsUntouchedOrDone(rig, started);
        }
    }

    /** An attempt that had begun may be told of a little later; no other may. */
    private static void assertNoneButTheRunningIsToldOfAfterTheDrain(Rig rig) {
        WorkerEvent.ShutdownStep draining =
                rig.all(WorkerEvent.ShutdownStep.class).get(0);
        List<WorkerEvent> after = rig.events.subList(rig.events.indexOf(draining), rig.events.size());
        assertThat(after.stream().filter(WorkerEvent.AttemptStarted.class::isInstance))
                .hasSizeLessThanOrEqualTo(draining.running());
    }

    /** Attempts equal leases that started. */
    private static void assertEveryJobIsUntouchedOrDone(Rig rig, int started) {
        Map<String, Long> seen = rig.store.jobs().list(EVERYTHING).stream()
                .collect(Collectors.groupingBy(
                        job -> job.state() + " after " + job.details().tally().attempts(), Collectors.counting()));
        assertThat(seen.getOrDefault("COMPLETED after 1", 0L)).isEqualTo(started);
        assertThat(seen.getOrDefault("READY after 0", 0L)).isEqualTo(JOBS - started);
    }

    @Test
    void aLeaseThatIsUnderWayWhenTheStopComesIsGivenBackAsNoAttempt() throws Exception {
        Gate leasing = new Gate();
        Rig rig = start();
        rig.await(WorkerEvent.SessionOpened.class);
        wire.after("lease", () -> {
            if (!rig.store.jobs().list(RUNNING).isEmpty()) {
                leasing.passDeaf();
            }
        });
        JobId quick = rig.enqueue(NewJob.of("quick", Map.of()));
        leasing.awaitArrival();
        rig.worker.requestStop();
        rig.await(WorkerEvent.ShutdownStep.class, step -> step.step().equals("RELEASING"));
        leasing.open();
        assertThat(rig.worker.awaitStop().isClean()).isTrue();
        assertThat(rig.job(quick).state()).isEqualTo(JobState.READY);
        assertThat(rig.job(quick).details().tally()).isEqualTo(Tally.NONE);
    }

    @Test
    void aSessionThatOpensLateLeavesNothingBehind() throws Exception {
        Gate opening = new Gate();
        wire.after("open", opening::passDeaf);
        Rig rig = start();
        opening.awaitArrival();
        rig.worker.requestStop();
        rig.worker.awaitStop();
        assertThat(rig.store.sessions().beats()).hasSize(1);
        opening.open();
        await().until(() -> rig.store.sessions().beats().isEmpty() && wire.asked("close") == 1);
    }

    @Test
    void aConnectionThatCannotBeClosedDoesNotKeepTheWorkerFromHavingStopped() throws Exception {
        Rig rig = start();
        rig.await(WorkerEvent.SessionOpened.class);
        wire.before("close", () -> {
            throw new IllegalStateException("it is closed already");
        });
        rig.worker.requestStop();
        assertThat(rig.worker.awaitStop().isClean()).isTrue();
        assertThat(rig.worker.state()).isEqualTo(WorkerState.STOPPED);
    }

    @Test
    void aStopBeforeTheStartMeansThatItNeverStarts() throws Exception {
        Rig rig = new Rig(wire.store(), wire.stores(), config(1, 0), handlers);
        rig.worker.requestStop();
        rig.worker.awaitStop();
        rig.worker.start();
        assertThat(rig.worker.state()).isEqualTo(WorkerState.STOPPED);
        assertThat(wire.asked("open")).isZero();
        rig.worker.close();
        rig.worker.close();
    }

    @Test
    void aWorkerThatHasStoppedLeavesNoThreadHoweverItWasStartedAndStopped() throws Exception {
        Set<Thread> before = Set.copyOf(threads());
        for (int i = 0; i < 20; i++) {
            Rig rig = new Rig(wire.store(), wire.stores(), config(2, 0), handlers);
            LoopTest.together(rig.worker::start, rig.worker::start, rig.worker::requestStop);
            rig.worker.close();
        }
        Rig rig = start();
        rig.worker.start();
        rig.enqueue(NewJob.of("quick", Map.of()));
        rig.await(WorkerEvent.JobSettled.class);
        rig.close();
        await().atMost(5, TimeUnit.SECONDS).until(() -> before.containsAll(threads()));
        await().until(() -> rig.store.sessions().beats().isEmpty());
    }

    private static List<Thread> threads() {
        return Stream.of("holdfast", "memory-wake")
                .flatMap(prefix -> LoopTest.threads(prefix).stream())
                .toList();
    }

    @Test
    void anEmbeddedWorkerBeatsOnUntilADeafHandlerHasStoppedAndThenEndsItself() throws Exception {
        Rig rig = Rig.embedded(wire, config(2, 0), handlers);
        JobId id = rig.enqueue(DEAF);
        working.awaitArrival();
        rig.worker.requestStop();
        rig.worker.requestStop();
        assertThat(rig.worker.awaitStop().forced()).containsExactly(id);
        int beats = wire.asked("heartbeat");
        await().until(() -> wire.asked("heartbeat") >= beats + 3);
        assertThat(rig.worker.state()).isEqualTo(WorkerState.RELEASING);
        assertThat(rig.store.lockInspector().list(10)).hasSize(1);
        assertThat(rig.store.sessions().beats()).hasSize(1).allMatch(beat -> !beat.halting());
        working.open();
        await().until(() -> rig.worker.state() == WorkerState.STOPPED);
        assertThat(rig.job(id).state()).isEqualTo(JobState.COMPLETED);
        assertThat(rig.store.lockInspector().list(10)).isEmpty();
        assertThat(rig.store.sessions().beats()).isEmpty();
    }

    @Test
    void anEmbeddedWorkerEndsItselfThoughTheStoreIsAwayWhenItsLastHandlerStops() throws Exception {
        Rig rig = Rig.embedded(wire, shortTerm(), handlers);
        rig.enqueue(DEAF);
        working.awaitArrival();
        rig.worker.requestStop();
        rig.worker.requestStop();
        rig.worker.awaitStop();
        wire.cut();
        working.open();
        await().until(() -> rig.worker.state() == WorkerState.STOPPED);
    }

    private static WorkerConfig shortTerm() {
        WorkerConfig base = config(2, 0);
        WorkerConfig.Term term = new WorkerConfig.Term(
                Duration.ofSeconds(1), Duration.ofMillis(100), Duration.ofMillis(300), Duration.ofMillis(50));
        return new WorkerConfig("test", base.work(), term, base.shutdown());
    }

    @Test
    void aWorkerWhoseSlotsAreAllStuckDrainsItself() throws Exception {
        Rig rig = Rig.embedded(wire, config(1, 0), handlers);
        JobId id = rig.enqueue(DEAF.withTimeout(Duration.ofMillis(50)));
        rig.await(WorkerEvent.AttemptStuck.class);
        assertThat(rig.worker.awaitStop().forced()).containsExactly(id);
        assertThat(rig.worker.health().ready()).isFalse();
        assertThat(rig.worker.health().problems()).anyMatch(problem -> problem.contains("every slot"));
        working.open();
        await().until(() -> rig.worker.state() == WorkerState.STOPPED);
    }
}
