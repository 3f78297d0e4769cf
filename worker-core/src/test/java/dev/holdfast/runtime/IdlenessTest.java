package dev.holdfast.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.memory.ManualTime;
import dev.holdfast.plugin.Handlers;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class IdlenessTest {
    private final Bench bench = new Bench(new Handlers());
    private final ManualTime time = bench.time;
    private final Pace pace = new Pace(Duration.ofSeconds(1), new Random(1));
    private final Idleness idleness = new Idleness(List.of("default"), pace);

    @BeforeEach
    void openTheSession() {
        bench.open();
    }

    private Duration look(int jobs) {
        pace.found(jobs);
        return idleness.pause(bench.tenure(), time.now());
    }

    private Duration looks(int times, int jobs) {
        Duration last = Duration.ZERO;
        for (int i = 0; i < times; i++) {
            last = look(jobs);
        }
        return last;
    }

    @Test
    void aWorkerThatLookedInVainSaysSoAndLooksAgainAtOnce() {
        look(1);
        assertThat(bench.wire.asked("idle")).isZero();
        assertThat(look(0)).isZero();
        assertThat(bench.wire.asked("idle")).isEqualTo(1);
        assertThat(look(0)).isPositive();
    }

    @Test
    void aWorkerThatGetsSingleJobsNowAndThenStaysAnnouncedAndWritesNothing() {
        looks(4, 0);
        for (int jobs = 0; jobs < 30; jobs++) {
            look(1);
            looks(2, 0);
        }
        assertThat(bench.wire.asked("idle")).isEqualTo(1);
        assertThat(bench.wire.asked("busy")).isZero();
    }

    @Test
    void underALoadThatLastsItWithdrawsOnceAndAnnouncesItselfWhenTheLoadIsOver() {
        looks(4, 0);
        loadFor(Duration.ofSeconds(2));
        assertThat(bench.wire.asked("busy")).isZero();
        loadFor(Duration.ofSeconds(3));
        assertThat(bench.wire.asked("busy")).isEqualTo(1);
        looks(10, 0);
        assertThat(bench.wire.asked("idle")).isEqualTo(2);
    }

    private void loadFor(Duration time) {
        for (Duration passed = Duration.ZERO; passed.compareTo(time) < 0; passed = passed.plusMillis(100)) {
            bench.pass(Duration.ofMillis(100));
            look(10);
        }
    }

    @Test
    void aWorkerBetweenIdleAndLoadedStaysAnnouncedAndWritesNothing() {
        looks(4, 0);
        for (int i = 0; i < 100; i++) {
            loadFor(Duration.ofSeconds(2));
            look(0);
        }
        assertThat(bench.wire.asked("busy")).isZero();
        assertThat(bench.wire.asked("idle")).as("made sure of").isLessThanOrEqualTo(22);
    }

    @Test
    void aWorkerWhoseSlotsAreAllTakenForLongWithdraws() {
        looks(4, 0);
        bench.pass(Duration.ofMillis(1_900));
        idleness.pause(bench.tenure(), time.now());
        assertThat(bench.wire.asked("busy")).isZero();
        bench.pass(Duration.ofMillis(200));
        idleness.pause(bench.tenure(), time.now());
        assertThat(bench.wire.asked("busy")).isEqualTo(1);
    }

    @Test
    void anIdleWorkerMakesSureOfItsAnnouncementEveryTenSeconds() {
        looks(4, 0);
        for (int seconds = 0; seconds < 30; seconds++) {
            bench.pass(Duration.ofSeconds(1));
            assertThat(look(0)).as("no extra look").isPositive();
        }
        assertThat(bench.wire.asked("idle")).isBetween(3, 4);
    }

    @Test
    void aNewSessionIsAnnouncedAnew() {
        looks(4, 0);
        bench.reap();
        bench.heartbeat().round(time.now());
        bench.open();
        look(0);
        assertThat(bench.wire.asked("idle")).isEqualTo(2);
    }

    @Test
    void whoDrainsWithdrawsOnce() {
        looks(4, 0);
        idleness.withdraw(bench.tenure());
        idleness.withdraw(bench.tenure());
        assertThat(bench.wire.asked("busy")).isEqualTo(1);
    }
}
