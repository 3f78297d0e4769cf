package dev.holdfast.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.event.WorkerEvent;
import dev.holdfast.job.NewJob;
import dev.holdfast.job.Outcome;
import dev.holdfast.plugin.Handlers;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SessionKeeperTest {
    private final Gate working = new Gate();
    private final Bench bench = new Bench(new Handlers().handle("work", Map.class, (payload, attempt) -> {
        working.passDeaf();
        return Outcome.complete();
    }));

    @AfterEach
    void letGo() {
        working.open();
    }

    @Test
    void aSessionIsTrustedFromWhenItsOpeningWasSent() {
        bench.wire.before("open", () -> bench.pass(Duration.ofSeconds(3)));
        Tenure tenure = bench.open();
        assertThat(tenure.window().sentAt()).isEqualTo(Duration.ZERO);
        assertThat(bench.context.lifecycle().state()).isEqualTo(WorkerState.RUNNING);
    }

    @Test
    void anEndedSessionIsFollowedByAnotherOnlyWhenEveryAttemptOfItHasStopped() throws Exception {
        Tenure first = bench.open();
        bench.enqueue(NewJob.of("work", Map.of()));
        Thread thread = bench.start();
        working.awaitArrival();
        bench.reap();
        bench.heartbeat().round(bench.now());
        assertThat(bench.open()).as("an attempt of it still runs").isSameAs(first);
        working.open();
        thread.join();
        Tenure second = bench.open();
        assertThat(second.session().id()).isNotEqualTo(first.session().id());
        assertThat(bench.wire.asked("close")).as("the old connection").isEqualTo(1);
        assertThat(bench.open()).isSameAs(second);
    }

    @Test
    void aSessionThatOpensAfterTheStopIsEndedAndClosedAgain() {
        bench.wire.after("open", () -> bench.context.lifecycle().advance(WorkerState.DRAINING));
        bench.keeper.round(bench.now());
        assertThat(bench.store.sessions().beats()).isEmpty();
        assertThat(bench.wire.asked("close")).isEqualTo(1);
    }

    @Test
    void noSessionIsOpenedOnceTheWorkerStops() {
        bench.context.lifecycle().advance(WorkerState.DRAINING);
        bench.keeper.round(bench.now());
        assertThat(bench.wire.asked("open")).isZero();
        assertThat(bench.keeper.get()).isEmpty();
    }

    @Test
    void aLockStoreThatIsMerelyAwayIsAskedAgainUnderOneSessionThatBeatsAndIsNeverRefused() {
        AtomicReference<String> refusal = new AtomicReference<>();
        bench.keeper.whenRefused(refusal::set);
        bench.wire.before("claim", Wire.losing("claim"));
        for (int i = 0; i < 50; i++) {
            bench.keeper.round(bench.now());
            bench.pass(Duration.ofSeconds(1));
        }
        assertThat(bench.wire.asked("open")).isEqualTo(1);
        assertThat(bench.store.sessions().beats())
                .singleElement()
                .satisfies(beat -> assertThat(beat.beat()).isEqualTo(49));
        assertThat(bench.all(WorkerEvent.LockStoreSilent.class)).hasSize(1);
        assertThat(bench.keeper.obstacle())
                .hasValueSatisfying(why -> assertThat(why).contains("memory", "does not answer"));
        assertThat(bench.keeper.get()).isEmpty();

        bench.wire.heal();
        Tenure tenure = bench.open();
        assertThat(tenure.window().sentAt()).isEqualTo(bench.now());
        assertThat(bench.keeper.obstacle()).isEmpty();
        assertThat(refusal).hasValue(null);
        assertThat(bench.all(WorkerEvent.SessionOpened.class)).hasSize(1);
    }

    @Test
    void aPeerThatEndedTheWaitingSessionMakesRoomForANewOne() {
        bench.wire.before("claim", Wire.losing("claim"));
        bench.keeper.round(bench.now());
        bench.store.sessions().beats().forEach(bench.store.sessions()::reap);
        bench.wire.heal();
        bench.keeper.round(bench.now());
        assertThat(bench.wire.asked("close")).isEqualTo(1);
        assertThat(bench.open().session().heartbeat().live()).isTrue();
    }

    @Test
    void aStopWhileTheLockStoreIsSilentLeavesNoSessionBehind() {
        bench.wire.before("claim", Wire.losing("claim"));
        bench.keeper.round(bench.now());
        assertThat(bench.store.sessions().beats()).hasSize(1);
        bench.context.lifecycle().advance(WorkerState.DRAINING);
        bench.keeper.round(bench.now());
        assertThat(bench.store.sessions().beats()).isEmpty();
        assertThat(bench.wire.asked("close")).isEqualTo(1);
    }

    @Test
    void aStopDuringTheProbeOfASilentLockStoreLeavesNoSessionBehind() {
        bench.wire.before("claim", () -> {
            bench.context.lifecycle().advance(WorkerState.DRAINING);
            throw Wire.lost("claim");
        });
        bench.keeper.round(bench.now());
        assertThat(bench.store.sessions().beats()).isEmpty();
        assertThat(bench.wire.asked("close")).isEqualTo(1);
    }
}
