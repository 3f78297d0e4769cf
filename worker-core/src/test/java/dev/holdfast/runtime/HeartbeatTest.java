package dev.holdfast.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.event.WorkerEvent;
import dev.holdfast.job.NewJob;
import dev.holdfast.job.Outcome;
import dev.holdfast.lease.JobId;
import dev.holdfast.plugin.Handlers;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class HeartbeatTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final Bench bench =
            new Bench(new Handlers().handle("work", Map.class, (payload, attempt) -> Outcome.complete()));
    private final Heartbeat heartbeat = bench.heartbeat();

    @Test
    void trustCountsFromWhenTheBeatWasSentNotFromWhenItWasAnswered() {
        Tenure tenure = bench.open();
        bench.pass(SECOND);
        bench.wire.after("heartbeat", () -> bench.pass(SECOND.multipliedBy(10)));
        heartbeat.round(bench.now());
        assertThat(tenure.window().sentAt()).isEqualTo(SECOND);
    }

    @Test
    void aBeatWithoutAnAnswerConfirmsNothingAndIsToldOnceUntilItRecovers() {
        Tenure tenure = bench.open();
        bench.wire.cut();
        for (int i = 0; i < 3; i++) {
            bench.pass(SECOND);
            assertThat(heartbeat.round(bench.now()))
                    .as("it asks sooner while it has no answer")
                    .isLessThan(Bench.TERM.heartbeat());
        }
        assertThat(tenure.window().sentAt()).isEqualTo(Duration.ZERO);
        assertThat(bench.all(WorkerEvent.HeartbeatFailed.class)).hasSize(1);
        bench.wire.heal();
        bench.pass(SECOND);
        heartbeat.round(bench.now());
        assertThat(tenure.window().sentAt()).isEqualTo(SECOND.multipliedBy(4));
        assertThat(bench.all(WorkerEvent.HeartbeatRecovered.class))
                .singleElement()
                .satisfies(back -> assertThat(back.silence()).isEqualTo(SECOND.multipliedBy(3)));
    }

    @Test
    void noBeatConfirmsTheSessionUntilWhatTheStoreHasToTellWasLookedAt() {
        Tenure tenure = bench.open();
        AtomicInteger looks = new AtomicInteger();
        heartbeat.whenAttentionIsDue(looks::incrementAndGet);
        JobId id = bench.enqueue(NewJob.of("work", Map.of()));
        bench.lease(1);
        bench.store.jobs().cancel(id, "told by attention");
        bench.pass(SECOND);
        heartbeat.round(bench.now());
        heartbeat.round(bench.now());
        assertThat(looks).hasValue(2);
        assertThat(tenure.window().sentAt()).isEqualTo(Duration.ZERO);
        bench.reconciler().round(bench.now());
        bench.pass(SECOND);
        heartbeat.round(bench.now());
        assertThat(tenure.window().sentAt()).isEqualTo(SECOND.multipliedBy(2));
        assertThat(looks).hasValue(2);
    }

    @Test
    void afterAFailoverNoBeatConfirmsTheSessionUntilItWasComparedWithTheNewDatabase() {
        Tenure tenure = bench.open();
        AtomicInteger looks = new AtomicInteger();
        heartbeat.whenAttentionIsDue(looks::incrementAndGet);
        heartbeat.round(bench.now());
        bench.wire.failOver("two");
        bench.pass(SECOND);
        heartbeat.round(bench.now());
        bench.pass(SECOND);
        heartbeat.round(bench.now());
        assertThat(looks).as("it asks for a look until there was one").hasValue(2);
        assertThat(tenure.window().sentAt()).isEqualTo(Duration.ZERO);
        bench.reconciler().round(bench.now());
        assertThat(tenure.window().sentAt()).isEqualTo(SECOND.multipliedBy(2));
        bench.pass(SECOND);
        heartbeat.round(bench.now());
        assertThat(looks).hasValue(2);
        assertThat(tenure.window().sentAt()).isEqualTo(SECOND.multipliedBy(3));
    }

    @Test
    void aLookThatWasSentBeforeTheFailoverDoesNotCountAsOneAfterIt() {
        Tenure tenure = bench.open();
        heartbeat.round(bench.now());
        bench.pass(SECOND);
        bench.wire.after("holdings", () -> {
            bench.wire.failOver("two");
            heartbeat.round(bench.now());
        });
        bench.reconciler().round(bench.now());
        bench.wire.heal();
        bench.pass(SECOND);
        heartbeat.round(bench.now());
        assertThat(tenure.window().sentAt()).isLessThan(SECOND.multipliedBy(2));
    }

    @Test
    void anEndedSessionIsFoundOutByItsNextBeatAndBeatsNoMore() {
        bench.open();
        bench.reap();
        heartbeat.round(bench.now());
        heartbeat.round(bench.now());
        assertThat(bench.all(WorkerEvent.SessionLost.class)).hasSize(1);
        assertThat(bench.wire.asked("heartbeat")).isEqualTo(1);
    }
}
