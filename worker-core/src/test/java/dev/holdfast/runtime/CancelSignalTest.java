package dev.holdfast.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.job.CancelReason;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class CancelSignalTest {
    private static final Duration NOW = Duration.ofSeconds(7);

    private final CancelSignal signal = new CancelSignal("1");

    @Test
    void theFirstReasonStands() {
        assertThat(signal.cancel(CancelReason.TIMEOUT, NOW)).isTrue();
        assertThat(signal.cancel(CancelReason.LOCK_LOST, NOW.plusSeconds(1))).isFalse();
        assertThat(signal.reason()).contains(CancelReason.TIMEOUT);
        assertThat(signal.since()).contains(NOW);
    }

    @Test
    void anActionThatHangsHoldsUpNobodyWhoCancels() throws Exception {
        Gate gate = new Gate();
        signal.onCancel(gate::passDeaf);
        assertThat(signal.cancel(CancelReason.UNTRUSTED, NOW)).isTrue();
        gate.awaitArrival();
        gate.open();
    }

    @Test
    void everyActionRunsOnceThoughOneOfThemThrowsAnError() throws Exception {
        CountDownLatch second = new CountDownLatch(1);
        AtomicInteger runs = new AtomicInteger();
        signal.onCancel(() -> {
            runs.incrementAndGet();
            throw new AssertionError("the first action fails");
        });
        signal.onCancel(second::countDown);
        signal.cancel(CancelReason.TIMEOUT, NOW);
        signal.cancel(CancelReason.TIMEOUT, NOW);
        assertThat(second.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(runs).hasValue(1);
    }

    @Test
    void anActionThatComesAfterTheCancelRunsAtOnce() {
        signal.cancel(CancelReason.TIMEOUT, NOW);
        AtomicBoolean ran = new AtomicBoolean();
        signal.onCancel(() -> ran.set(true));
        assertThat(ran).isTrue();
    }

    @Test
    void theHandlersThreadIsInterruptedAndNeitherBeforeNorAfterIt() throws Exception {
        CompletableFuture<Boolean> inHandler = new CompletableFuture<>();
        CompletableFuture<Boolean> afterwards = new CompletableFuture<>();
        Gate working = new Gate();
        Thread thread = new Thread(() -> {
            signal.enter();
            working.passDeaf();
            inHandler.complete(Thread.currentThread().isInterrupted());
            signal.leave();
            afterwards.complete(Thread.currentThread().isInterrupted());
        });
        thread.start();
        working.awaitArrival();
        signal.cancel(CancelReason.TIMEOUT, NOW);
        working.open();
        assertThat(inHandler.get()).isTrue();
        assertThat(afterwards.get()).isFalse();
    }

    @Test
    void aHandlerThatIsEnteredAfterTheCancelIsInterruptedAtOnce() {
        signal.cancel(CancelReason.SHUTDOWN, NOW);
        signal.enter();
        assertThat(Thread.interrupted()).isTrue();
        signal.leave();
    }

    @Test
    void aCancelAfterTheHandlerHasLeftInterruptsNobody() {
        signal.enter();
        signal.leave();
        signal.cancel(CancelReason.SHUTDOWN, NOW);
        assertThat(Thread.interrupted()).isFalse();
        assertThat(signal.stack()).isEmpty();
    }

    @Test
    void aPauseEndsWithTheCancel() throws Exception {
        Thread canceller = new Thread(() -> signal.cancel(CancelReason.TIMEOUT, NOW));
        canceller.start();
        long began = System.nanoTime();
        signal.pause(Duration.ofSeconds(60));
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(30));
        canceller.join();
    }
}
