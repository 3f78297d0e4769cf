package dev.holdfast.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.event.WorkerEvent;
import dev.holdfast.lease.Ticker;
import dev.holdfast.memory.MemoryStore;
import dev.holdfast.plugin.Handlers;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A deployment that is declared single-instance: enforced by the sessions, and never assumed. */
class SingleInstanceTest {
    private static final Duration TTL = Rig.config().term().ttl();

    private final MemoryStore store = new MemoryStore();
    private final Wire firstWire = new Wire(store);
    private final Wire secondWire = new Wire(store);
    private final Ticker ticker = Ticker.system();
    private Rig first;

    @AfterEach
    void stop() throws Exception {
        firstWire.heal();
        first.close();
    }

    private Rig start(Wire wire, boolean alone) {
        WorkerConfig config = alone ? Rig.config().asSingleInstance() : Rig.config();
        return Rig.start(wire, config, new Handlers(), ticker);
    }

    @ParameterizedTest
    @CsvSource({"true, true", "true, false", "false, true"})
    void aSecondLiveSessionWaitsOneTtlThenRefusesToStartAndNamesTheOtherAndTheSetting(
            boolean firstAlone, boolean secondAlone) throws Exception {
        first = start(firstWire, firstAlone);
        long other = first.await(WorkerEvent.SessionOpened.class).session().value();
        Duration begun = ticker.now();
        Rig second = start(secondWire, secondAlone);
        second.await(WorkerEvent.SessionRefused.class);
        assertThat(second.worker.health().problems()).anyMatch(problem -> problem.contains("session " + other));

        second.await(WorkerEvent.ShutdownDone.class);
        second.worker.awaitStop();

        assertThat(ticker.now().minus(begun)).isGreaterThan(TTL);
        assertThat(second.worker.refusal())
                .hasValueSatisfying(why -> assertThat(why).contains("session " + other, "SINGLE_INSTANCE"));
        assertThat(second.all(WorkerEvent.SessionRefused.class)).hasSize(1);
        assertThat(second.all(WorkerEvent.SessionOpened.class)).isEmpty();
        assertThat(second.all(WorkerEvent.SessionReaped.class)).isEmpty();
        assertThat(first.worker.health().ready()).isTrue();
    }

    @Test
    void aSuccessorOfAProcessThatIsGoneEndsItsSessionAfterItsTtlAndStarts() throws Exception {
        first = start(firstWire, true);
        var dead = first.await(WorkerEvent.SessionOpened.class).session();
        firstWire.cut();
        try (Rig second = start(secondWire, true)) {
            assertThat(second.await(WorkerEvent.SessionReaped.class).session()).isEqualTo(dead);
            second.await(WorkerEvent.SessionOpened.class);
            assertThat(second.worker.refusal()).isEmpty();
        }
    }

    @Test
    void aSuccessorOfAWorkerThatStopsMeanwhileStartsAsSoonAsThatIsGone() throws Exception {
        first = start(firstWire, true);
        first.await(WorkerEvent.SessionOpened.class);
        try (Rig second = start(secondWire, true)) {
            second.await(WorkerEvent.SessionRefused.class);
            first.close();
            second.await(WorkerEvent.SessionOpened.class);
            assertThat(second.all(WorkerEvent.SessionReaped.class)).isEmpty();
        }
    }

    @Test
    void aStopWhileItWaitsEndsAtOnceAndLeavesNothingBehind() throws Exception {
        first = start(firstWire, true);
        first.await(WorkerEvent.SessionOpened.class);
        Rig second = start(secondWire, true);
        second.await(WorkerEvent.SessionRefused.class);

        second.close();

        assertThat(second.worker.refusal()).isEmpty();
        assertThat(store.sessions().beats()).hasSize(1);
    }

    @Test
    void ofTwoThatStartAtOnceOneWorksAndTheOtherRefuses() throws Exception {
        first = start(firstWire, true);
        Rig second = start(secondWire, true);
        List<Rig> both = List.of(first, second);

        await().atMost(Rig.PATIENCE)
                .until(() -> both.stream()
                                .filter(rig -> rig.worker.refusal().isPresent())
                                .count()
                        == 1);

        assertThat(both)
                .filteredOn(rig -> rig.worker.refusal().isEmpty())
                .singleElement()
                .satisfies(rig -> assertThat(rig.worker.health().ready()).isTrue());
        second.close();
    }
}
