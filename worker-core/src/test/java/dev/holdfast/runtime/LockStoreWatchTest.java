package dev.holdfast.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.event.WorkerEvent;
import dev.holdfast.job.JobState;
import dev.holdfast.job.NewJob;
import dev.holdfast.job.Outcome;
import dev.holdfast.lock.LockCare;
import dev.holdfast.lock.LockKey;
import dev.holdfast.lock.LockLeftovers;
import dev.holdfast.lock.LockStoreGuard;
import dev.holdfast.memory.MemoryStore;
import dev.holdfast.plugin.Handlers;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A lock store whose guard finds a danger: at boot, and while the worker runs. */
class LockStoreWatchTest {
    private static final String DANGER = "maxmemory-policy is allkeys-lru: set it to noeviction";
    private static final Duration OFTEN = Duration.ofMillis(20);
    private static final LockKey KEY = new LockKey("pr-actuation", "owner/repo#1");

    private final Wire wire =
            new Wire(new MemoryStore(), new TtlLockStore(dev.holdfast.lease.Ticker.system(), Duration.ofSeconds(5)));
    private final AtomicInteger asked = new AtomicInteger();
    private volatile Optional<String> danger = Optional.empty();
    private volatile boolean away;

    private Optional<String> ask() {
        asked.incrementAndGet();
        if (away) {
            throw new IllegalStateException("the store cannot be reached");
        }
        return danger;
    }

    private Rig start(Duration every, Handlers handlers) {
        LockCare care = new LockCare((LockStoreGuard) this::ask, LockLeftovers.NONE, every);
        Stores stores = wire.stores();
        return Rig.start(wire, new Stores(stores.sessions(), stores.locks(), stores.effects(), care), handlers);
    }

    @Test
    void case_35_a_store_that_may_evict_is_refused_before_the_first_claim_of_a_job() throws Exception {
        danger = Optional.of(DANGER);
        Rig rig = start(OFTEN, new Handlers());

        rig.await(WorkerEvent.ShutdownDone.class);
        rig.worker.awaitStop();

        assertThat(rig.worker.refusal())
                .hasValueSatisfying(why -> assertThat(why).contains("ttl", DANGER));
        assertThat(rig.all(WorkerEvent.SessionOpened.class)).isEmpty();
        assertThat(rig.store.sessions().beats()).isEmpty();
    }

    @Test
    void aGuardThatGetsNoAnswerAtBootIsAskedAgainAndNothingIsLeasedBefore() throws Exception {
        away = true;
        try (Rig rig = start(OFTEN, new Handlers())) {
            await().until(() -> asked.get() > 3);
            assertThat(rig.worker.health().problems()).anyMatch(problem -> problem.contains("cannot be reached"));
            assertThat(rig.all(WorkerEvent.SessionOpened.class)).isEmpty();
            assertThat(rig.all(WorkerEvent.LockStoreSilent.class)).hasSize(1);
            away = false;
            rig.await(WorkerEvent.SessionOpened.class);
        }
    }

    @Test
    void case_35_a_change_at_run_time_is_told_once_makes_the_worker_not_ready_and_so_is_its_end() throws Exception {
        Handlers handlers = new Handlers().handle("work", Map.class, (payload, attempt) -> Outcome.complete());
        try (Rig rig = start(OFTEN, handlers)) {
            await().until(() -> rig.worker.health().ready());

            danger = Optional.of(DANGER);
            assertThat(rig.await(WorkerEvent.LockStoreUnsafe.class))
                    .isEqualTo(new WorkerEvent.LockStoreUnsafe("ttl", DANGER));
            assertThat(rig.worker.health().ready()).isFalse();
            assertThat(rig.worker.health().problems()).anyMatch(problem -> problem.contains(DANGER));
            assertThat(rig.awaitFinal(rig.enqueue(NewJob.of("work", Map.of()))).state())
                    .isEqualTo(JobState.COMPLETED);
            int before = asked.get();
            await().until(() -> asked.get() > before + 3);

            danger = Optional.empty();
            rig.await(WorkerEvent.LockStoreSafe.class);
            assertThat(rig.worker.health().ready()).isTrue();
            assertThat(rig.all(WorkerEvent.LockStoreUnsafe.class)).hasSize(1);
        }
    }

    @Test
    void aDangerStandsWhileTheStoreCannotBeAsked() throws Exception {
        try (Rig rig = start(OFTEN, new Handlers())) {
            rig.await(WorkerEvent.SessionOpened.class);
            danger = Optional.of(DANGER);
            rig.await(WorkerEvent.LockStoreUnsafe.class);
            away = true;
            rig.awaitTold(
                    WorkerEvent.RoundFailed.class, failed -> failed.service().equals("lock-store"));

            assertThat(rig.worker.health().ready()).isFalse();
            assertThat(rig.all(WorkerEvent.LockStoreSafe.class)).isEmpty();
        }
    }

    @Test
    void theGuardIsAskedAsSoonAsTheStoreAnswersRenewalsAgain() throws Exception {
        Gate working = new Gate();
        Handlers handlers = new Handlers().handle("work", Map.class, (payload, attempt) -> {
            attempt.lock(KEY);
            working.pass();
            return Outcome.complete();
        });
        try (Rig rig = start(LockCare.LONGEST, handlers)) {
            rig.enqueue(NewJob.of("work", Map.of()));
            working.awaitArrival();
            await().until(() -> asked.get() >= 2);
            wire.before("renew", Wire.losing("renew"));
            int renewals = wire.asked("renew");
            await().until(() -> wire.asked("renew") > renewals + 1);
            danger = Optional.of(DANGER);

            wire.heal();

            rig.await(WorkerEvent.LockStoreUnsafe.class);
            working.open();
        }
    }
}
