package dev.holdfast.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.holdfast.event.WorkerEvent;
import dev.holdfast.job.Job;
import dev.holdfast.job.JobState;
import dev.holdfast.job.NewJob;
import dev.holdfast.job.Outcome;
import dev.holdfast.job.Tally;
import dev.holdfast.lease.JobId;
import dev.holdfast.lock.LockKey;
import dev.holdfast.memory.ManualTime;
import dev.holdfast.memory.MemoryStore;
import dev.holdfast.plugin.Handlers;
import dev.holdfast.queue.JobInspector;
import dev.holdfast.queue.StoreUnavailableException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * What is leased, when, and what goes back.
 *
 * <p>This file is long because each case sets its own scene of jobs, slots and time.
 */
class FetcherTest {
    private static final LockKey KEY = new LockKey("pr-actuation", "owner/repo#1");

    private final ManualTime time = new ManualTime();
    private final Gate working = new Gate();
    private final AtomicInteger done = new AtomicInteger();
    private final Handlers handlers = new Handlers()
            .handle("work", Map.class, (payload, attempt) -> {
                working.passDeaf();
                return Outcome.complete();
            })
            .handle("quick", Map.class, (payload, attempt) -> {
                done.incrementAndGet();
                return Outcome.complete();
            });
    private Slots slots;

    private Bench bench(int concurrency, int prefetch) {
        WorkerConfig config = new WorkerConfig(
                "bench",
                new WorkerConfig.Work(List.of("default"), concurrency, prefetch, Duration.ofSeconds(1)),
                Bench.TERM,
                ShutdownPlan.DEFAULTS);
        Bench bench = new Bench(time, new Wire(new MemoryStore(time, time)), handlers, config);
        Ahead ahead = new Ahead(concurrency, prefetch, time);
        // Jobs of so little are leased ahead as far as may be.
        ahead.ended(Duration.ofNanos(1));
        slots = new Slots(config.work(), ahead);
        return bench;
    }

    private Fetcher fetcher(Bench bench) {
        return new Fetcher(
                bench.context,
                bench.keeper,
                new Fetcher.Parts(handlers.kinds(), slots, bench.attempts, bench.runner, bench.settler),
                bench.loss);
    }

    @AfterEach
    void letGo() {
        working.open();
        if (slots != null) {
            slots.close();
        }
    }

    private static List<Job> running(Bench bench) {
        return bench.store
                .jobs()
                .list(new JobInspector.Filter(Optional.empty(), Optional.empty(), Optional.of(JobState.RUNNING), 100));
    }

    private static void enqueue(Bench bench, String kind, int count) {
        for (int i = 0; i < count; i++) {
            bench.enqueue(NewJob.of(kind, Map.of()));
        }
    }

    private static void awaitRunning(Bench bench, int attempts) {
        await().until(() -> bench.attempts.running() == attempts);
    }

    @Test
    void nothingIsLeasedBeforeTheSessionIsOpen() {
        Bench bench = bench(1, 0);
        fetcher(bench).round(time.now());
        assertThat(bench.wire.asked("lease")).isZero();
    }

    @Test
    void nothingIsLeasedWhileTheSessionIsNotTrusted() {
        Bench bench = bench(1, 0);
        bench.open();
        enqueue(bench, "quick", 1);
        bench.pass(Duration.ofSeconds(25));
        fetcher(bench).round(time.now());
        assertThat(bench.wire.asked("lease")).isZero();
        bench.heartbeat().round(time.now());
        fetcher(bench).round(time.now());
        assertThat(bench.wire.asked("lease")).isPositive();
    }

    @Test
    void nothingIsLeasedWhileSettlementsWaitForTheStore() {
        Bench bench = bench(1, 0);
        bench.open();
        enqueue(bench, "quick", 2);
        bench.runOne();
        bench.wire.before("settle", Wire.losing("settle"));
        bench.settler.round(time.now());
        fetcher(bench).round(time.now());
        assertThat(bench.wire.asked("lease")).as("but for the test's own").isEqualTo(1);
        bench.wire.heal();
        bench.settler.round(time.now());
        fetcher(bench).round(time.now());
        assertThat(bench.wire.asked("lease")).isGreaterThan(1);
    }

    @Test
    void noMoreIsLeasedThanTheSlotsAndTheLineBeforeThemHold() throws Exception {
        Bench bench = bench(2, 3);
        bench.open();
        enqueue(bench, "work", 50);
        Fetcher fetcher = fetcher(bench);
        for (int i = 0; i < 5; i++) {
            fetcher.round(time.now());
        }
        awaitRunning(bench, 2);
        fetcher.round(time.now());
        assertThat(running(bench)).hasSize(5);
        assertThat(bench.attempts.running()).isEqualTo(2);
    }

    @Test
    void noPriorityStarvesUnderAStreamOfHigherOnes() {
        Bench bench = bench(1, 0);
        bench.open();
        JobId starving = bench.enqueue(NewJob.of("quick", Map.of()).withPriority(9));
        bench.pass(Duration.ofMinutes(1));
        bench.heartbeat().round(time.now());
        Fetcher fetcher = fetcher(bench);
        for (int i = 1; i <= 10; i++) {
            int leases = i;
            enqueue(bench, "quick", 2);
            fetcher.round(time.now());
            await().until(() -> done.get() == leases);
            await().until(() -> slots.room() == 1);
        }
        bench.settler.round(time.now());
        assertThat(bench.job(starving).state()).as("ran among the first ten").isEqualTo(JobState.COMPLETED);
    }

    @Test
    void nothingIsLeasedWhileTooManyResultsWaitToBeWritten() {
        Bench bench = bench(1, 0);
        bench.open();
        enqueue(bench, "quick", 4_002);
        bench.lease(4_001).forEach(bench.runner::run);
        fetcher(bench).round(time.now());
        assertThat(bench.wire.asked("lease")).as("but for the test's own").isEqualTo(1);
        AtomicInteger caughtUp = new AtomicInteger();
        bench.settler.whenCaughtUp(caughtUp::incrementAndGet);
        bench.settler.round(time.now());
        assertThat(caughtUp).hasValue(1);
        fetcher(bench).round(time.now());
        assertThat(bench.wire.asked("lease")).isGreaterThan(1);
    }

    @Test
    void whatCouldNotStartInTimeGoesBackAndIsNoAttempt() throws Exception {
        Bench bench = bench(1, 2);
        bench.open();
        enqueue(bench, "work", 3);
        Fetcher fetcher = fetcher(bench);
        fetcher.round(time.now());
        awaitRunning(bench, 1);
        bench.context.lifecycle().advance(WorkerState.DRAINING);
        bench.pass(Duration.ofSeconds(2));
        fetcher.round(time.now());
        bench.settler.round(time.now());
        assertThat(running(bench)).hasSize(1);
        List<Job> back = bench.store
                .jobs()
                .list(new JobInspector.Filter(Optional.empty(), Optional.empty(), Optional.of(JobState.READY), 10));
        assertThat(back)
                .hasSize(2)
                .allSatisfy(job -> assertThat(job.details().tally()).isEqualTo(Tally.NONE));
    }

    @Test
    void whatIsLeasedWhileTheWorkerDrainsGoesBackAtOnce() throws Exception {
        Bench bench = bench(1, 2);
        bench.open();
        enqueue(bench, "work", 1);
        Fetcher fetcher = fetcher(bench);
        fetcher.round(time.now());
        awaitRunning(bench, 1);
        JobId late = bench.enqueue(NewJob.of("work", Map.of()));
        bench.wire.before("lease", () -> bench.context.lifecycle().advance(WorkerState.DRAINING));
        fetcher.round(time.now());
        assertThat(bench.job(late).state()).isEqualTo(JobState.RUNNING);
        fetcher.round(time.now());
        bench.settler.round(time.now());
        assertThat(bench.job(late).state()).as("long before a slot is free").isEqualTo(JobState.READY);
        assertThat(bench.job(late).details().tally()).isEqualTo(Tally.NONE);
    }

    @Test
    void aReconcileThatIsCalledForByALostReplyFindsItsJobsAtOnce() {
        Bench bench = bench(1, 0);
        bench.open();
        JobId id = bench.enqueue(NewJob.of("quick", Map.of()));
        Fetcher fetcher = fetcher(bench);
        fetcher.whenReplyLost(() -> bench.reconciler().round(time.now()));
        bench.wire.after("lease", Wire.once(Wire.losing("lease")));
        assertThatThrownBy(() -> fetcher.round(time.now())).isInstanceOf(StoreUnavailableException.class);
        bench.settler.round(time.now());
        assertThat(bench.job(id).state()).isEqualTo(JobState.READY);
        assertThat(bench.job(id).details().tally()).isEqualTo(Tally.NONE);
    }

    @Test
    void aLeaseThatReachesTheStoreAfterAReapLeasesNothingAndTellsTheWorker() {
        Bench bench = bench(1, 0);
        bench.open();
        JobId id = bench.enqueue(NewJob.of("quick", Map.of()));
        bench.wire.before("lease", Wire.once(bench::reap));
        fetcher(bench).round(time.now());
        assertThat(bench.job(id).state()).isEqualTo(JobState.READY);
        assertThat(bench.all(WorkerEvent.SessionLost.class)).hasSize(1);
        assertThat(bench.attempts.refs()).isEmpty();
    }

    @Test
    void aLeaseThatIsReapedBeforeItsAnswerArrivesLeavesNoOrphan() throws Exception {
        Bench bench = bench(1, 0);
        bench.open();
        JobId id = bench.enqueue(NewJob.of("quick", Map.of()));
        bench.wire.after("lease", () -> {
            if (bench.job(id).state() == JobState.RUNNING) {
                bench.reap();
            }
        });
        fetcher(bench).round(time.now());
        await().until(() -> bench.settler.unanswered() == 1);
        bench.settler.round(time.now());
        assertThat(bench.job(id).state()).isEqualTo(JobState.READY);
        assertThat(bench.all(WorkerEvent.SettlementRefused.class)).hasSize(1);
        assertThat(bench.attempts.refs()).isEmpty();
    }

    @Test
    void aJobWhoseSessionHasEndedBeforeItsTurnDoesNotStart() throws Exception {
        Bench bench = bench(1, 1);
        bench.open();
        enqueue(bench, "work", 1);
        enqueue(bench, "quick", 1);
        fetcher(bench).round(time.now());
        awaitRunning(bench, 1);
        bench.reap();
        bench.heartbeat().round(time.now());
        working.open();
        await().until(() -> bench.settler.unanswered() == 2);
        assertThat(done).hasValue(0);
    }

    @Test
    void anIdleWorkerAsksForWorkAndForSuspectsWheneverItLooksAndNeverForOverdueJobs() {
        Bench bench = bench(2, 0);
        bench.open();
        Fetcher fetcher = fetcher(bench);
        fetcher.round(time.now());
        int before = bench.wire.asked("lease");
        for (int i = 0; i < 30; i++) {
            bench.pass(Duration.ofMillis(100));
            fetcher.round(time.now());
        }
        assertThat(bench.wire.asked("lease") - before).isEqualTo(60);
    }

    @Test
    void suspectsRunOneAtATime() throws Exception {
        Bench bench = bench(4, 4);
        makeSuspects(bench, "work", 3);
        Fetcher fetcher = fetcher(bench);
        fetcher.round(time.now());
        awaitRunning(bench, 1);
        fetcher.round(time.now());
        assertThat(running(bench)).hasSize(1);
        assertThat(bench.attempts.running()).isEqualTo(1);
    }

    @Test
    void aSuspectIsNeverLeasedAheadOfAFreeSlotSoThatNoOtherJobsCrashIsCharged() throws Exception {
        Bench bench = bench(1, 4);
        JobId suspect = makeSuspects(bench, "quick", 1).get(0);
        Fetcher fetcher = fetcher(bench);
        occupyTheSlot(bench, suspect);
        for (int i = 0; i < 5; i++) {
            bench.pass(Duration.ofSeconds(3));
            bench.heartbeat().round(time.now());
            fetcher.round(time.now());
        }
        assertThat(bench.job(suspect).state()).as("no slot is free").isEqualTo(JobState.READY);
        bench.reap();
        assertThat(bench.job(suspect).details().tally().crashes()).isZero();
    }

    /** An ordinary job runs, as if it had been leased while the suspect was not there yet. */
    private void occupyTheSlot(Bench bench, JobId suspect) throws InterruptedException {
        JobId blocker = bench.enqueue(NewJob.of("work", Map.of()));
        Tracked leased = bench.lease(1).get(0);
        assertThat(leased.job().id()).isEqualTo(blocker).isNotEqualTo(suspect);
        slots.submit(leased, () -> bench.runner.run(leased));
        awaitRunning(bench, 1);
    }

    @Test
    void aSuspectGetsItsTurnUnderALoadThatNeverEnds() throws Exception {
        Bench bench = bench(2, 4);
        JobId suspect = makeSuspects(bench, "quick", 1).get(0);
        slots.whenFree(() -> {});
        Fetcher fetcher = fetcher(bench);
        await().until(() -> {
            enqueue(bench, "quick", 10);
            bench.pass(Duration.ofMillis(100));
            bench.heartbeat().round(time.now());
            fetcher.round(time.now());
            bench.settler.round(time.now());
            return bench.job(suspect).state() == JobState.COMPLETED;
        });
    }

    /** Jobs that were leased by a process that crashed. */
    private List<JobId> makeSuspects(Bench bench, String kind, int count) {
        bench.open();
        enqueue(bench, kind, count);
        List<JobId> ids =
                bench.lease(count).stream().map(leased -> leased.job().id()).toList();
        bench.reap();
        bench.attempts.refs().forEach(bench.attempts::forget);
        bench.heartbeat().round(time.now());
        bench.open();
        return ids;
    }

    @Test
    void aSlotIsFreeFromTheMomentItsAttemptEndedThoughItsThreadHasNotTakenTheNextJob() throws Exception {
        Bench bench = bench(2, 0);
        bench.open();
        enqueue(bench, "quick", 3);
        Gate leaving = new Gate();
        slots.whenFree(leaving::passDeaf);
        for (Tracked leased : bench.lease(2)) {
            slots.submit(leased, () -> bench.runner.run(leased));
        }
        await().until(() -> slots.room() == 2);
        Tracked third = bench.lease(1).get(0);
        slots.submit(third, () -> bench.runner.run(third));
        assertThat(slots.waiting()).isEqualTo(1);
        assertThat(slots.room()).isEqualTo(1);
        leaving.open();
    }

    @Test
    void slotsThatWereClosedKeepNoThread() throws Exception {
        Set<Thread> before = Set.copyOf(LoopTest.threads("holdfast-attempt"));
        Bench bench = bench(3, 0);
        bench.open();
        enqueue(bench, "quick", 3);
        fetcher(bench).round(time.now());
        await().until(() -> bench.settler.unanswered() == 3);
        slots.close();
        await().atMost(Duration.ofSeconds(5)).until(() -> before.containsAll(LoopTest.threads("holdfast-attempt")));
    }

    @Test
    void aLateClaimOfAReapedAttemptIsRefusedAsLeaseLost() throws Exception {
        Handlers locking = new Handlers().handle("lock", Map.class, (payload, attempt) -> {
            working.pass();
            attempt.lock(KEY);
            return Outcome.complete();
        });
        Bench bench = new Bench(locking);
        bench.open();
        JobId id = bench.enqueue(NewJob.of("lock", Map.of()));
        Thread thread = bench.start();
        working.awaitArrival();
        bench.reap();
        working.open();
        thread.join();
        assertThat(bench.store.lockInspector().list(10)).isEmpty();
        bench.settler.round(bench.now());
        assertThat(bench.job(id).state()).isEqualTo(JobState.READY);
        assertThat(bench.all(WorkerEvent.AttemptCancelled.class))
                .singleElement()
                .satisfies(cancelled -> assertThat(cancelled.reason()).hasToString("LEASE_LOST"));
        assertThat(bench.all(WorkerEvent.SettlementRefused.class)).hasSize(1);
    }

    @Test
    void underALoadTheAnnouncementIsWithdrawnThoughLooksForOverdueJobsFindNothing() {
        Bench bench = bench(1, 0);
        bench.open();
        Fetcher fetcher = fetcher(bench);
        for (int looks = 0; looks < 6; looks++) {
            fetcher.round(time.now());
        }
        assertThat(bench.wire.asked("idle")).isEqualTo(1);
        for (int jobs = 0; jobs < 40; jobs++) {
            bench.pass(Duration.ofMillis(100));
            enqueue(bench, "quick", 1);
            fetcher.round(time.now());
            await().until(() -> slots.room() == 1);
            bench.settler.round(time.now());
        }
        assertThat(bench.wire.asked("busy")).isEqualTo(1);
    }
}
