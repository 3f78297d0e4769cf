package dev.holdfast.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RetryPolicyTest {
    private final Random random = new Random(7);

    private static RetryPolicy seconds(long base, long max, double jitter) {
        return new RetryPolicy(Duration.ofSeconds(base), Duration.ofSeconds(max), jitter);
    }

    @Test
    void each_failure_doubles_the_wait() {
        RetryPolicy policy = seconds(5, 3600, 0);

        assertThat(Stream.of(1, 2, 3, 4).map(failures -> policy.delay(failures, random)))
                .containsExactly(
                        Duration.ofSeconds(5), Duration.ofSeconds(10), Duration.ofSeconds(20), Duration.ofSeconds(40));
    }

    @Test
    void the_wait_never_exceeds_the_maximum() {
        RetryPolicy policy = seconds(5, 60, 0);

        assertThat(policy.delay(5, random)).isEqualTo(Duration.ofSeconds(60));
        assertThat(policy.delay(1000, random)).isEqualTo(Duration.ofSeconds(60));
        assertThat(policy.delay(Integer.MAX_VALUE, random)).isEqualTo(Duration.ofSeconds(60));
    }

    @Test
    void a_count_below_one_waits_like_the_first_failure() {
        assertThat(seconds(5, 60, 0).delay(0, random)).isEqualTo(Duration.ofSeconds(5));
        assertThat(seconds(5, 60, 0).delay(Integer.MIN_VALUE, random)).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void jitter_only_shortens_and_spreads() {
        RetryPolicy policy = seconds(100, 3600, 0.2);

        var delays = Stream.generate(() -> policy.delay(1, random)).limit(1000).toList();

        assertThat(delays)
                .allSatisfy(delay -> assertThat(delay).isBetween(Duration.ofSeconds(80), Duration.ofSeconds(100)));
        assertThat(delays.stream().distinct().count()).isGreaterThan(900);
    }

    @Test
    void no_wait_at_all_is_allowed() {
        assertThat(new RetryPolicy(Duration.ZERO, Duration.ZERO, 1).delay(9, random))
                .isEqualTo(Duration.ZERO);
    }

    @Test
    void ranges_that_make_no_sense_are_refused() {
        assertThatIllegalArgumentException().isThrownBy(() -> seconds(-1, 60, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> seconds(61, 60, 0));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RetryPolicy(Duration.ZERO, NewJob.MAX_DELAY.plusNanos(1), 0));
        assertThatIllegalArgumentException().isThrownBy(() -> seconds(1, 60, -0.1));
        assertThatIllegalArgumentException().isThrownBy(() -> seconds(1, 60, 1.1));
        assertThatIllegalArgumentException().isThrownBy(() -> seconds(1, 60, Double.NaN));
    }
}
