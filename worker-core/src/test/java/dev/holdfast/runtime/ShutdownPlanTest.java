package dev.holdfast.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.lease.Ticker;
import dev.holdfast.lock.LockStore;
import dev.holdfast.memory.MemoryStore;
import dev.holdfast.plugin.Handlers;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ShutdownPlanTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    @Test
    void aPlanThatDoesNotFitIsRefusedAndBothNumbersAreNamed() {
        assertThatThrownBy(() ->
                        new ShutdownPlan(Duration.ofSeconds(10), Duration.ofSeconds(8), Duration.ofSeconds(4), SECOND))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("needs PT13S", "STOP_GRACE_PERIOD is PT10S");
    }

    @Test
    void aPlanThatLeavesNoTimeToDrainIsRefusedToo() {
        assertThatThrownBy(() -> new ShutdownPlan(Duration.ofSeconds(3), SECOND, SECOND, SECOND))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void theDrainIsWhatTheOtherStepsLeave() {
        ShutdownPlan plan = new ShutdownPlan(
                Duration.ofSeconds(60), Duration.ofSeconds(10), Duration.ofSeconds(4), Duration.ofSeconds(1));
        assertThat(plan.drain()).isEqualTo(Duration.ofSeconds(45));
    }

    @Test
    void aTermWhoseHeartbeatOrMarginDoesNotFitItsTtlIsRefused() {
        Duration ttl = Duration.ofSeconds(30);
        assertThatThrownBy(() -> new WorkerConfig.Term(ttl, Duration.ofSeconds(11), SECOND, SECOND))
                .hasMessageContainingAll("heartbeat", "third of ttl");
        assertThatThrownBy(() -> new WorkerConfig.Term(ttl, Duration.ofSeconds(5), Duration.ofSeconds(10), SECOND))
                .hasMessageContainingAll("margin", "third of ttl");
    }

    @Test
    void aTermThatDoesNotFitTheTtlThatLocksHaveOfTheirOwnIsRefused() {
        MemoryStore store = new MemoryStore();
        LockStore brief = new TtlLockStore(Ticker.system(), Duration.ofSeconds(14));
        Stores stores = new Stores(store.sessions(), brief, store.effects());
        WorkerConfig config = WorkerConfig.defaults("test");
        assertThatThrownBy(() -> Worker.create(config, stores, new Handlers(), Environment.embedded(event -> {})))
                .hasMessageContainingAll("heartbeat PT5S", "third of the locks' ttl PT14S");
    }
}
