package dev.holdfast.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.event.WorkerEvent;
import dev.holdfast.memory.MemoryStore;
import dev.holdfast.plugin.Handlers;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StopDeadlineTest {
    private static final ShutdownPlan PLAN = new ShutdownPlan(
            Duration.ofSeconds(2), Duration.ofMillis(200), Duration.ofMillis(300), Duration.ofSeconds(1));

    private final Wire wire = new Wire(new MemoryStore());
    private final Gate gate = new Gate();
    private final Rig rig = new Rig(
            wire.store(),
            wire.stores(),
            new WorkerConfig("test", Rig.config().work(), Rig.config().term(), PLAN),
            new Handlers().handle("note", String.class, (text, attempt) -> null));

    @AfterEach
    void tearDown() {
        gate.open();
    }

    @Test
    void aStoreThatHoldsUpEveryServiceDoesNotHoldUpTheStopBeyondItsPlan() throws Exception {
        rig.worker.start();
        rig.await(WorkerEvent.SessionOpened.class);
        List.of("heartbeat", "lease", "beats", "holdings", "end").forEach(request -> wire.before(request, gate));
        gate.awaitArrival();

        long start = System.nanoTime();
        rig.worker.requestStop();
        rig.worker.awaitStop();

        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(PLAN.stopGracePeriod());
    }
}
