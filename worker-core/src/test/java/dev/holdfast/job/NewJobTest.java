package dev.holdfast.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class NewJobTest {
    private final NewJob job = NewJob.of("review", Map.of("n", 1));

    @Test
    void what_is_not_said_has_a_default() {
        assertThat(job.kind()).isEqualTo("review");
        assertThat(job.payload()).isEqualTo("{\"n\":1}");
        assertThat(job.queue()).isEqualTo("default");
        assertThat(job.priority()).isEqualTo(5);
        assertThat(job.delay()).isEqualTo(Duration.ZERO);
        assertThat(job.maxAttempts()).isEqualTo(20);
        assertThat(job.timeout()).isEmpty();
        assertThat(job.uniqueKey()).isEmpty();
    }

    @Test
    void every_change_is_a_copy_that_keeps_the_rest() {
        NewJob changed = job.withQueue("slow")
                .withPriority(0)
                .withDelay(Duration.ofMinutes(1))
                .withMaxAttempts(3)
                .withTimeout(Duration.ofSeconds(2))
                .withUniqueKey("owner/repo#7");

        assertThat(changed.queue()).isEqualTo("slow");
        assertThat(changed.priority()).isEqualTo(0);
        assertThat(changed.delay()).isEqualTo(Duration.ofMinutes(1));
        assertThat(changed.maxAttempts()).isEqualTo(3);
        assertThat(changed.timeout()).contains(Duration.ofSeconds(2));
        assertThat(changed.uniqueKey()).contains("owner/repo#7");
        assertThat(changed.payload()).isEqualTo(job.payload());
        assertThat(job.queue()).isEqualTo("default");
        assertThat(changed).hasToString("review in slow [owner/repo#7]");
    }

    @Test
    void priorities_are_0_to_9() {
        assertThat(job.withPriority(0).withPriority(9).priority()).isEqualTo(9);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> job.withPriority(-1))
                .withMessageContaining("0 to 9");
        assertThatIllegalArgumentException().isThrownBy(() -> job.withPriority(10));
    }

    @Test
    void delays_are_0_to_366_days() {
        assertThat(job.withDelay(NewJob.MAX_DELAY).delay()).isEqualTo(Duration.ofDays(366));
        assertThatIllegalArgumentException().isThrownBy(() -> job.withDelay(NewJob.MAX_DELAY.plusNanos(1)));
        assertThatIllegalArgumentException().isThrownBy(() -> job.withDelay(Duration.ofNanos(-1)));
        assertThatThrownBy(() -> job.withDelay(null)).isInstanceOf(NullPointerException.class);
    }

    @Test
    void max_attempts_are_1_to_1000() {
        assertThat(job.withMaxAttempts(1).withMaxAttempts(1000).maxAttempts()).isEqualTo(1000);
        assertThatIllegalArgumentException().isThrownBy(() -> job.withMaxAttempts(0));
        assertThatIllegalArgumentException().isThrownBy(() -> job.withMaxAttempts(1001));
    }

    @Test
    void attempt_timeouts_are_1_millisecond_to_366_days() {
        assertThat(job.withTimeout(Duration.ofMillis(1)).timeout()).contains(Duration.ofMillis(1));
        assertThatIllegalArgumentException().isThrownBy(() -> job.withTimeout(Duration.ZERO));
        assertThatIllegalArgumentException().isThrownBy(() -> job.withTimeout(NewJob.MAX_DELAY.plusNanos(1)));
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", "Review", "a b", "a\0", "ä"})
    void names_outside_the_alphabet_are_refused(String name) {
        assertThatIllegalArgumentException().isThrownBy(() -> NewJob.of(name, Map.of()));
        assertThatIllegalArgumentException().isThrownBy(() -> job.withQueue(name));
        assertThatIllegalArgumentException().isThrownBy(() -> job.withUniqueKey(name));
    }

    @Test
    void the_longest_name_has_200_characters() {
        assertThat(job.withQueue("q".repeat(200)).queue()).hasSize(200);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> job.withQueue("q".repeat(201)))
                .satisfies(e -> assertThat(e.getMessage().length()).isLessThan(300));
    }

    @Test
    void a_payload_that_breaks_a_rule_is_refused_where_it_is_written() {
        assertThatThrownBy(() -> NewJob.ofJson("review", "{} {}")).isInstanceOf(InvalidPayloadException.class);
        assertThatThrownBy(() -> NewJob.of("review", "\0")).isInstanceOf(InvalidPayloadException.class);
    }
}
