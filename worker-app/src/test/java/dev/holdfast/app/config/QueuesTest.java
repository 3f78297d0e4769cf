package dev.holdfast.app.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QueuesTest {
    @Test
    void namesAloneAreAStrictOrder() {
        assertThat(Queues.parse("urgent, bulk")).isEqualTo(new Queues(List.of("urgent", "bulk"), Map.of()));
    }

    @Test
    void weightsMayStandBesideTheNames() {
        assertThat(Queues.parse("urgent=3, bulk = 1"))
                .isEqualTo(new Queues(List.of("urgent", "bulk"), Map.of("urgent", 3, "bulk", 1)));
    }

    @Test
    void aNameWithAColonIsANameAndNoWeight() {
        assertThat(Queues.parse("team:3").names()).containsExactly("team:3");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a,,b", "a=", "a=x", "a=-1", "a=1.5", "=3", "a=1,a=2"})
    void whatCannotBeReadIsRefused(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> Queues.parse(text));
    }
}
