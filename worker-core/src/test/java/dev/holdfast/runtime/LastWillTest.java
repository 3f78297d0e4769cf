package dev.holdfast.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.event.WorkerEvent;
import dev.holdfast.job.NewJob;
import dev.holdfast.job.Outcome;
import dev.holdfast.lease.Ticker;
import dev.holdfast.lock.LockKey;
import dev.holdfast.memory.MemoryStore;
import dev.holdfast.plugin.Handlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a worker that must halt leaves in a store whose locks have a ttl of their own. */
class LastWillTest {
    private static final LockKey DEAF = new LockKey("pr-actuation", "owner/repo#1");
    private static final LockKey OBEDIENT = new LockKey("ai-review", "owner/repo#1");
    private static final Duration TTL = Duration.ofMinutes(5);
    private static final Duration A_SECOND = Duration.ofSeconds(1);

    private final Ticker ticker = Ticker.system();
    private final TtlLockStore locks = new TtlLockStore(ticker, TTL);
    private final Wire wire = new Wire(new MemoryStore(), locks);
    private final Gate deaf = new Gate();
    private final Gate obedient = new Gate();
    private final Gate hanging = new Gate();
    private final List<String> order = new CopyOnWriteArrayList<>();
    private final Handlers handlers = new Handlers()
            .handle("deaf", Map.class, (payload, attempt) -> {
                attempt.lock(DEAF);
                deaf.passDeaf();
                return Outcome.complete();
            })
            .handle("obedient", Map.class, (payload, attempt) -> {
                attempt.lock(OBEDIENT);
                obedient.pass();
                return Outcome.complete();
            });

    @AfterEach
    void letGo() {
        List.of(deaf, obedient, hanging).forEach(Gate::open);
    }

    private static WorkerConfig config() {
        ShutdownPlan plan =
                new ShutdownPlan(Duration.ofSeconds(3), Duration.ofMillis(300), A_SECOND, Duration.ofMillis(500));
        return new WorkerConfig("test", Rig.config().work(), Rig.config().term(), plan);
    }

    private Rig running() throws InterruptedException {
        Rig rig = Rig.start(wire, config(), handlers, ticker);
        rig.enqueue(NewJob.of("deaf", Map.of()));
        deaf.awaitArrival();
        return rig;
    }

    private static void stopInAHurry(Rig rig) throws InterruptedException {
        rig.worker.requestStop();
        rig.worker.requestStop();
        rig.worker.awaitStop();
    }

    @Test
    void locksOfHandlersThatWillNotStopAreShortenedAndNotRenewedAgainBeforeTheHalt() throws Exception {
        Rig rig = running();
        wire.before("renew", () -> order.add("renew"));
        wire.after("shorten", () -> {
            assertThat(rig.halts).as("halted before").isEmpty();
            order.add("shorten");
        });
        await().until(() -> order.contains("renew"));

        stopInAHurry(rig);

        assertThat(rig.halts).singleElement().asString().startsWith("75 1 handlers would not stop");
        int beats = wire.asked("heartbeat");
        await().until(() -> wire.asked("heartbeat") > beats + 3);
        assertThat(order).endsWith("shorten").containsOnlyOnce("shorten");
        assertThat(locks.until(DEAF)).isLessThan(ticker.now().plus(A_SECOND));
        assertThat(locks.released()).doesNotContain(DEAF);
        assertThat(rig.store.sessions().beats()).hasSize(1);
    }

    @Test
    void whatHasStoppedIsReleasedByItsTokenAndOnlyWhatStillRunsIsShortened() throws Exception {
        Rig rig = running();
        rig.enqueue(NewJob.of("obedient", Map.of()));
        obedient.awaitArrival();

        stopInAHurry(rig);

        assertThat(rig.halts).hasSize(1);
        assertThat(locks.released()).contains(OBEDIENT).doesNotContain(DEAF);
        assertThat(locks.isHeld(OBEDIENT)).isFalse();
        assertThat(locks.isHeld(DEAF)).as("its owner still runs").isTrue();
    }

    @Test
    void aStoreThatDoesNotAnswerTheWillHoldsUpNoHaltBeyondThePlan() throws Exception {
        Rig rig = running();
        wire.before("renew", hanging);
        wire.before("shorten", hanging);
        hanging.awaitArrival();
        Duration start = ticker.now();

        stopInAHurry(rig);

        assertThat(rig.halts).hasSize(1);
        assertThat(ticker.now().minus(start)).isLessThan(Duration.ofSeconds(3));
    }

    @Test
    void aWillThatTheStoreRefusesIsToldAndTheProcessHaltsAllTheSame() throws Exception {
        Rig rig = running();
        wire.before("shorten", Wire.losing("shorten"));

        stopInAHurry(rig);

        assertThat(rig.halts).hasSize(1);
        assertThat(rig.all(WorkerEvent.RoundFailed.class))
                .extracting(WorkerEvent.RoundFailed::service)
                .containsExactly("last request");
        assertThat(locks.until(DEAF)).isGreaterThan(ticker.now().plus(A_SECOND));
    }

    @Test
    void anEmbeddedWorkerThatLivesOnShortensNothingAndGoesOnRenewing() throws Exception {
        Rig rig = Rig.embedded(wire, config(), handlers);
        rig.enqueue(NewJob.of("deaf", Map.of()));
        deaf.awaitArrival();

        stopInAHurry(rig);

        int renewals = wire.asked("renew");
        await().until(() -> wire.asked("renew") > renewals + 1);
        assertThat(wire.asked("shorten")).isZero();
        assertThat(locks.until(DEAF)).isGreaterThan(ticker.now().plus(A_SECOND));
    }
}
