package dev.holdfast.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.event.WorkerEvent;
import dev.holdfast.job.CancelReason;
import dev.holdfast.job.JobState;
import dev.holdfast.job.NewJob;
import dev.holdfast.job.Outcome;
import dev.holdfast.lease.JobId;
import dev.holdfast.lease.Ticker;
import dev.holdfast.lock.LockKey;
import dev.holdfast.memory.MemoryStore;
import dev.holdfast.plugin.Handlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A worker with all its services, each of which may fail, and what reaches a handler through them. */
class ServicesTest {
    private static final LockKey KEY = new LockKey("pr-actuation", "owner/repo#1");

    private final Gate working = new Gate();
    private final Handlers handlers = new Handlers()
            .handle("work", Map.class, (payload, attempt) -> {
                attempt.progress("under way");
                working.pass();
                return Outcome.complete("done");
            })
            .handle("quick", Map.class, (payload, attempt) -> Outcome.complete());
    private final Ticker ticker = Ticker.system();
    private final TtlLockStore ownTtl = new TtlLockStore(ticker, Duration.ofSeconds(30));

    @AfterEach
    void letGo() {
        working.open();
    }

    private static WorkerConfig config() {
        Duration often = Duration.ofMillis(20);
        return new WorkerConfig(
                "test",
                new WorkerConfig.Work(List.of("default"), 4, 0, often),
                new WorkerConfig.Term(Duration.ofMillis(600), often, Duration.ofMillis(100), often),
                Rig.config().shutdown());
    }

    @ParameterizedTest(name = "{0} of the {1}")
    @CsvSource({
        "open,session",
        "heartbeat,heartbeat",
        "holdings,reconciler",
        "renew,renewer",
        "settle,settler",
        "lease,fetcher",
        "beats,reaper",
        "report,progress"
    })
    void aServiceWhoseRequestThrowsTheUnexpectedGoesOnWithItsNextRound(String request, String service)
            throws Exception {
        Wire wire = new Wire(new MemoryStore(), ownTtl);
        AtomicInteger failures = new AtomicInteger();
        Wire.Trap failing = () -> {
            if (failures.incrementAndGet() <= 2) {
                throw new IllegalStateException("a bug in a driver");
            }
        };
        Handlers holding = new Handlers().handle("hold", Map.class, (payload, attempt) -> {
            attempt.lock(KEY);
            for (int i = 0; failures.get() < 3 && !request.equals("settle") && !request.equals("open"); i++) {
                attempt.progress("step " + i);
                Thread.onSpinWait();
            }
            return Outcome.complete("done");
        });
        try (Rig rig = new Rig(wire.store(), wire.stores(), longTerm(), holding, ticker)) {
            if (request.equals("open")) {
                wire.before(request, failing);
            }
            rig.worker.start();
            rig.await(WorkerEvent.SessionOpened.class);
            wire.before(request, failing);
            JobId id = rig.enqueue(NewJob.of("hold", Map.of()));
            assertThat(rig.awaitFinal(id).state()).isEqualTo(JobState.COMPLETED);
            assertThat(rig.all(WorkerEvent.RoundFailed.class))
                    .anySatisfy(failed -> assertThat(failed.service()).isEqualTo(service))
                    .allSatisfy(failed -> assertThat(failed.cause()).hasMessage("a bug in a driver"));
            int so = wire.asked("heartbeat");
            await().until(() -> wire.asked("heartbeat") > so + 1);
        }
    }

    /** Two failed rounds must not cost the worker its trust; its reconciler has its rounds all the same. */
    private static WorkerConfig longTerm() {
        WorkerConfig base = config();
        Duration often = Duration.ofMillis(20);
        return new WorkerConfig(
                "test",
                base.work(),
                new WorkerConfig.Term(Duration.ofMillis(1500), often, Duration.ofMillis(400), often),
                base.shutdown());
    }

    @Test
    void aCancelReachesTheHandlerThatRunsAndItsJobIsCancelled() throws Exception {
        BlockingQueue<CancelReason> told = new LinkedBlockingQueue<>();
        Handlers waiting = new Handlers().handle("wait", Map.class, (payload, attempt) -> {
            attempt.onCancel(() -> attempt.cancelled().ifPresent(told::add));
            working.pass();
            return Outcome.complete();
        });
        try (Rig rig = Rig.start(new Wire(new MemoryStore()), waiting)) {
            JobId id = rig.enqueue(NewJob.of("wait", Map.of()));
            working.awaitArrival();
            rig.store.jobs().cancel(id, "no longer wanted");
            assertThat(told.take()).isEqualTo(CancelReason.REQUESTED);
            assertThat(rig.awaitFinal(id).state()).isEqualTo(JobState.CANCELLED);
        }
    }

    @Test
    void aHandlersProgressIsShownWhileItRuns() throws Exception {
        try (Rig rig = Rig.start(new Wire(new MemoryStore()), handlers)) {
            JobId id = rig.enqueue(NewJob.of("work", Map.of()));
            await().until(() -> rig.job(id).details().note().equals("under way"));
            assertThat(rig.job(id).state()).isEqualTo(JobState.RUNNING);
            working.open();
        }
    }

    @Test
    void aKindThatNobodyServesIsLeftAloneAndHoldsUpNoOther() throws Exception {
        try (Rig rig = Rig.start(new Wire(new MemoryStore()), handlers)) {
            JobId unknown = rig.enqueue(NewJob.of("unheard-of", Map.of()).withPriority(0));
            JobId known = rig.enqueue(NewJob.of("quick", Map.of()));
            assertThat(rig.awaitFinal(known).state()).isEqualTo(JobState.COMPLETED);
            assertThat(rig.job(unknown).state()).isEqualTo(JobState.READY);
            assertThat(rig.job(unknown).details().tally().attempts()).isZero();
        }
    }

    @Test
    void anActionThatHangsDoesNotHoldUpTheBeatsOfItsWorker() throws Exception {
        Wire wire = new Wire(new MemoryStore());
        Gate action = new Gate();
        Handlers hanging = new Handlers().handle("hang", Map.class, (payload, attempt) -> {
            attempt.onCancel(action::passDeaf);
            working.pass();
            return Outcome.complete();
        });
        try (Rig rig = Rig.start(wire, hanging)) {
            JobId id = rig.enqueue(NewJob.of("hang", Map.of()));
            working.awaitArrival();
            rig.store.jobs().cancel(id, "no longer wanted");
            action.awaitArrival();
            int beats = wire.asked("heartbeat");
            await().until(() -> wire.asked("heartbeat") >= beats + 3);
            assertThat(rig.awaitFinal(id).state()).isEqualTo(JobState.CANCELLED);
            action.open();
        }
    }

    @Test
    void aWorkerTellsWhetherItIsReadyAndWhyNot() throws Exception {
        Wire wire = new Wire(new MemoryStore());
        Rig rig = new Rig(wire.store(), wire.stores(), config(), handlers);
        assertThat(rig.worker.health().ready()).isFalse();
        assertThat(rig.worker.health().problems()).containsExactly("the worker is STARTING");
        rig.worker.start();
        await().until(() -> rig.worker.health().ready());
        wire.cut();
        await().until(() -> !rig.worker.health().ready());
        assertThat(rig.worker.health().problems()).anyMatch(problem -> problem.contains("has not confirmed"));
        wire.heal();
        await().until(() -> rig.worker.health().ready());
        rig.worker.close();
        assertThat(rig.worker.health().problems()).contains("the worker is STOPPED");
    }

    @Test
    void aWorkerWhoseSessionAPeerHasEndedWorksOnInANewOne() throws Exception {
        Wire wire = new Wire(new MemoryStore());
        try (Rig rig = Rig.start(wire, config(), handlers, ticker)) {
            var first = rig.await(WorkerEvent.SessionOpened.class).session();
            rig.store.sessions().beats().forEach(beat -> {
                // Its next beat may come between the look and the reap.
                await().until(() -> rig.store.sessions().beats().stream()
                        .anyMatch(now -> rig.store.sessions().reap(now).isPresent()));
            });
            rig.await(WorkerEvent.SessionLost.class);
            var second = rig.await(WorkerEvent.SessionOpened.class).session();
            assertThat(second).isNotEqualTo(first);
            JobId id = rig.enqueue(NewJob.of("quick", Map.of()));
            assertThat(rig.awaitFinal(id).state()).isEqualTo(JobState.COMPLETED);
        }
    }
}
