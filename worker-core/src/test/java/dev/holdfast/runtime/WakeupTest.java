package dev.holdfast.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class WakeupTest {
    private static final Duration LONG = Duration.ofMinutes(1);

    private final Wakeup wakeup = new Wakeup();

    /** How long a wait took that may take up to a minute. */
    private Duration waited(Duration longest) throws InterruptedException {
        long began = System.nanoTime();
        wakeup.await(longest);
        return Duration.ofNanos(System.nanoTime() - began);
    }

    @Test
    void aCallThatComesEarlyIsNotLost() throws Exception {
        wakeup.call();
        assertThat(waited(LONG)).isLessThan(LONG);
    }

    @Test
    void manyCallsAreAnsweredByOneWait() throws Exception {
        for (int i = 0; i < 1000; i++) {
            wakeup.call();
        }
        assertThat(waited(LONG)).isLessThan(LONG);
        assertThat(waited(Duration.ofMillis(50))).isGreaterThanOrEqualTo(Duration.ofMillis(50));
    }

    @Test
    void aWaitEndsWhenItsTimeHasPassed() throws Exception {
        assertThat(waited(Duration.ofMillis(20))).isGreaterThanOrEqualTo(Duration.ofMillis(20));
        assertThat(waited(Duration.ofSeconds(-1))).isLessThan(LONG);
    }

    @Test
    void aCallWakesTheOneWhoWaits() throws Exception {
        for (int i = 0; i < 1000; i++) {
            Thread caller = new Thread(wakeup::call);
            caller.start();
            assertThat(waited(LONG)).isLessThan(LONG);
            caller.join();
        }
    }
}
