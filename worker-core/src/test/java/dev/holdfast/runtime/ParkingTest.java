package dev.holdfast.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.event.WorkerEvent;
import dev.holdfast.job.Job;
import dev.holdfast.job.JobHandler;
import dev.holdfast.job.JobState;
import dev.holdfast.job.NewJob;
import dev.holdfast.job.Outcome;
import dev.holdfast.job.Tally;
import dev.holdfast.lease.JobId;
import dev.holdfast.lock.LockKey;
import dev.holdfast.lock.LockPolicy;
import dev.holdfast.lock.LockRequest;
import dev.holdfast.lock.Parking.Afterwards;
import dev.holdfast.plugin.HandlerSpec;
import dev.holdfast.plugin.Handlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Attempts whose lock is busy, and what becomes of their jobs. */
class ParkingTest {
    private static final LockKey A = new LockKey("pr-actuation", "owner/repo#1");
    private static final LockKey B = new LockKey("pr-actuation", "owner/repo#2");
    private static final LockKey C = new LockKey("pr-actuation", "owner/repo#3");
    /** Short enough for the session to be believed all the while. */
    private static final Duration WAIT = Duration.ofSeconds(10);

    private final Somebody others = new Somebody();

    private static Handlers handlers(JobHandler<Map<?, ?>> handler, LockRequest... declared) {
        @SuppressWarnings({"unchecked", "rawtypes"})
        HandlerSpec<?> spec = HandlerSpec.of(Map.class, (JobHandler) handler).withLocks(payload -> List.of(declared));
        return new Handlers().handle("work", spec);
    }

    private static LockRequest deferring(LockKey key) {
        return new LockRequest(key, LockPolicy.DEFER);
    }

    private Bench open(Handlers handlers) {
        Bench bench = new Bench(handlers);
        bench.open();
        return bench;
    }

    private static JobId enqueue(Bench bench) {
        return bench.enqueue(NewJob.of("work", Map.of()));
    }

    private static List<LockKey> parkedFor(Bench bench) {
        List<WorkerEvent.JobParked> told = bench.all(WorkerEvent.JobParked.class);
        return told.isEmpty() ? List.of() : told.get(told.size() - 1).locks();
    }

    @Test
    void aDeclaredLockThatIsBusyParksTheJobForAllItDeclaresAndTheReleaseWakesIt() {
        Bench bench = open(handlers((payload, attempt) -> Outcome.complete("done"), deferring(B), deferring(A)));
        others.take(bench.store, B);
        JobId id = enqueue(bench);

        bench.runAndSettle();

        assertThat(bench.job(id).state()).isEqualTo(JobState.PARKED);
        assertThat(parkedFor(bench)).containsExactly(A, B);
        assertThat(bench.store.lockInspector().list(10)).hasSize(1);
        others.release(B);
        bench.runAndSettle();
        assertThat(bench.job(id).details().note()).isEqualTo("done");
        assertThat(bench.all(WorkerEvent.JobWoken.class)).hasSize(1);
    }

    @Test
    void aLockThatIsBusyInsideTheHandlerParksTheJobForWhatItHoldsAndTheOneItWasRefused() {
        Bench bench = open(handlers(
                (payload, attempt) -> {
                    attempt.lock(C).close();
                    attempt.lock(B);
                    attempt.lock(new LockKey("ai-review", "x"));
                    return Outcome.complete();
                },
                deferring(A)));
        LockKey busy = new LockKey("ai-review", "x");
        others.take(bench.store, busy);
        JobId id = enqueue(bench);

        bench.runAndSettle();

        assertThat(parkedFor(bench)).containsExactly(busy, A, B);
        assertThat(bench.store.lockInspector().list(10))
                .as("nothing is held while it waits")
                .extracting(shown -> shown.key())
                .containsExactly(busy);
        others.release(busy);
        bench.runAndSettle();
        assertThat(bench.job(id).state()).isEqualTo(JobState.COMPLETED);
    }

    @Test
    void aWaitThatIsOverGoesOnInTheOldPlaceUnlessThePolicySaysOtherwise() {
        LockPolicy patient = LockPolicy.DEFER.parkedFor(WAIT, Afterwards.WAIT_ON);
        Bench bench = open(handlers((payload, attempt) -> Outcome.complete(), new LockRequest(A, patient)));
        others.take(bench.store, A);
        JobId first = enqueue(bench);
        bench.runAndSettle();
        bench.pass(WAIT.dividedBy(2));
        JobId second = enqueue(bench);
        bench.runAndSettle();

        bench.pass(WAIT.dividedBy(2));
        bench.runAndSettle();

        assertThat(bench.job(first).state()).isEqualTo(JobState.PARKED);
        assertThat(bench.job(first).details().tally()).isEqualTo(new Tally(2, 0, 0, 2, 0));
        others.release(A);
        bench.runAndSettle();
        assertThat(bench.job(first).state()).isEqualTo(JobState.COMPLETED);
        bench.runAndSettle();
        assertThat(bench.job(second).state()).isEqualTo(JobState.COMPLETED);
    }

    @Test
    void aJobThatWaitedInVainIsDiscardedIfItsPolicySaysSo() {
        LockPolicy impatient = LockPolicy.DEFER.parkedFor(WAIT, Afterwards.DISCARD);
        Bench bench = open(handlers((payload, attempt) -> Outcome.complete(), new LockRequest(A, impatient)));
        others.take(bench.store, A);
        JobId id = enqueue(bench);
        bench.runAndSettle();
        assertThat(bench.job(id).state()).isEqualTo(JobState.PARKED);

        bench.pass(WAIT);
        bench.runAndSettle();

        assertThat(bench.job(id).state()).isEqualTo(JobState.DISCARDED);
        assertThat(bench.job(id).details().note()).startsWith("waited in vain for PT10S");
    }

    @Test
    void aJobThatWaitedInVainProceedsUnguardedIfItsPolicySaysSo() {
        LockPolicy impatient = LockPolicy.PROCEED.parkedFor(WAIT, Afterwards.PROCEED);
        Bench bench = open(handlers(
                (payload, attempt) ->
                        Outcome.complete("held " + attempt.held(A).orElseThrow().isHeld()),
                new LockRequest(A, impatient)));
        others.take(bench.store, A);
        JobId id = enqueue(bench);
        bench.runAndSettle();

        bench.pass(WAIT);
        bench.runAndSettle();

        assertThat(bench.job(id).details().note()).isEqualTo("held false");
        assertThat(bench.all(WorkerEvent.LockUnguarded.class)).hasSize(1);
        assertThat(bench.all(WorkerEvent.JobWoken.class)).singleElement().matches(WorkerEvent.JobWoken::waitIsOver);
    }

    @Test
    void aPolicyThatDoesNotWaitAtAllDecidesAtOnce() {
        LockPolicy never = LockPolicy.DEFER.parkedFor(Duration.ZERO, Afterwards.DISCARD);
        Bench bench = open(handlers((payload, attempt) -> Outcome.complete(), new LockRequest(A, never)));
        others.take(bench.store, A);
        JobId id = enqueue(bench);

        bench.runAndSettle();

        assertThat(bench.job(id).state()).isEqualTo(JobState.DISCARDED);
    }

    @Test
    void aKindThatDeclaresOneLockTwiceTakesItOnceByTheStricterPolicy() {
        Bench bench = open(handlers(
                (payload, attempt) ->
                        Outcome.complete("held " + attempt.held(A).orElseThrow().isHeld()),
                new LockRequest(A, LockPolicy.PROCEED),
                deferring(A)));
        JobId id = enqueue(bench);

        bench.runAndSettle();

        Job done = bench.job(id);
        assertThat(done.details().note()).isEqualTo("held true");
        assertThat(bench.all(WorkerEvent.LockGranted.class))
                .singleElement()
                .matches(granted -> granted.by().defers());
    }

    @Test
    void aVictimOfAStealWaitsInLineBehindTheThief() throws Exception {
        Gate working = new Gate();
        Handlers handlers = new Handlers()
                .handle("hold", Map.class, (payload, attempt) -> {
                    attempt.lock(A);
                    working.pass();
                    attempt.ensureActive();
                    return Outcome.complete("done");
                })
                .handle("steal", Map.class, (payload, attempt) -> {
                    attempt.steal(A, "asked to").ensureHeld();
                    working.open();
                    return Outcome.complete("stolen");
                });
        try (Rig rig = Rig.start(handlers)) {
            JobId victim = rig.enqueue(NewJob.of("hold", Map.of()));
            working.awaitArrival();
            JobId thief = rig.enqueue(NewJob.of("steal", Map.of()));

            assertThat(rig.awaitFinal(victim).details().note()).isEqualTo("done");

            assertThat(rig.job(thief).details().note()).isEqualTo("stolen");
            assertThat(rig.all(WorkerEvent.JobParked.class))
                    .singleElement()
                    .matches(parked ->
                            parked.job().equals(victim) && parked.locks().equals(List.of(A)));
            assertThat(rig.all(WorkerEvent.LockGranted.class))
                    .extracting(WorkerEvent.LockGranted::job)
                    .containsExactly(victim, thief, victim);
        }
    }
}
