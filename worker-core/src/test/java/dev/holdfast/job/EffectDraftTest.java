package dev.holdfast.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class EffectDraftTest {
    @Test
    void an_effect_is_what_was_drafted() throws Exception {
        Effect effect = Effect.named("merge:abc")
                .intent("merge pull request 7 at abc")
                .within(Duration.ofSeconds(3))
                .reconcile(() -> Optional.of("merged before"))
                .apply(() -> "merged");

        assertThat(effect.name()).isEqualTo("merge:abc");
        assertThat(effect.intent()).isEqualTo("merge pull request 7 at abc");
        assertThat(effect.timeout()).isEqualTo(Duration.ofSeconds(3));
        assertThat(effect.reconcile()).contains("merged before");
        assertThat(effect.apply()).isEqualTo("merged");
    }

    @Test
    void what_is_not_said_has_a_default() throws Exception {
        Effect effect = Effect.named("label").apply(() -> "labelled");

        assertThat(effect.intent()).isEqualTo("label");
        assertThat(effect.timeout()).isEqualTo(Effect.DEFAULT_TIMEOUT);
        assertThat(effect.reconcile()).isEmpty();
    }

    @Test
    void a_name_that_no_record_could_take_and_a_bound_that_is_none_are_refused() {
        assertThatIllegalArgumentException().isThrownBy(() -> Effect.named(" "));
        assertThatIllegalArgumentException().isThrownBy(() -> Effect.named("x".repeat(201)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Effect.named("merge").within(Duration.ZERO));
    }
}
