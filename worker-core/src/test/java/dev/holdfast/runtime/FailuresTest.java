package dev.holdfast.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.event.WorkerEvent;
import dev.holdfast.memory.ManualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FailuresTest {
    private static final Duration ROUND = Duration.ofMillis(250);

    private final ManualTime time = new ManualTime();
    private final List<WorkerEvent> events = new ArrayList<>();
    private final Failures failures = new Failures("reaper", time, new Events(events::add));

    private void failFor(Duration whole, Exception cause) {
        for (Duration passed = Duration.ZERO; passed.compareTo(whole) < 0; passed = passed.plus(ROUND)) {
            failures.add(cause);
            time.pass(ROUND);
        }
    }

    @Test
    void anOutageIsToldWhenItBeginsAndWhenItIsOver() {
        IOException first = new IOException("refused");
        failures.none();
        failFor(Duration.ofSeconds(20), first);
        failures.none();
        failures.none();

        assertThat(events)
                .containsExactly(
                        new WorkerEvent.RoundFailed("reaper", first),
                        new WorkerEvent.RoundRecovered("reaper", 80, Duration.ofSeconds(20)));
    }

    @Test
    void aLongOutageIsToldAgainEveryThirtySeconds() {
        failFor(Duration.ofMinutes(5), new IOException("refused"));

        assertThat(events).hasSize(10);
    }

    @Test
    void aFailureOfAnotherKindIsToldAtOnce() {
        failures.add(new IOException("refused"));
        failures.add(new IllegalStateException("a bug"));
        failures.add(new IllegalStateException("a bug"));

        assertThat(events).hasSize(2);
    }

    @Test
    void theNextOutageIsToldAgain() {
        failures.add(new IOException("refused"));
        failures.none();
        failures.add(new IOException("refused"));

        assertThat(events).hasSize(3);
    }
}
