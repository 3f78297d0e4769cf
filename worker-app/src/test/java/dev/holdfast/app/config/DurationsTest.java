package dev.holdfast.app.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationsTest {
    @ParameterizedTest
    @CsvSource({"500ms, PT0.5S", "30s, PT30S", "5m, PT5M", "2h, PT2H", "1d, PT24H", "0s, PT0S"})
    void durationsAreReadAsPeopleWriteThem(String text, Duration expected) {
        assertThat(Durations.parse(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "30", "-5s", "5 s", "1.5s", "PT5S", "9999999999s", "5sec"})
    void anythingElseIsRefused(String text) {
        assertThatThrownBy(() -> Durations.parse(text)).hasMessageContaining("500ms, 30s or 5m");
    }

    @Test
    void durationsAreShownNoMoreExactThanPeopleNeed() {
        assertThat(Durations.shown(Duration.ofMillis(350))).isEqualTo("350 ms");
        assertThat(Durations.shown(Duration.ofMillis(1234))).isEqualTo("1.2 s");
        assertThat(Durations.shown(Duration.ofSeconds(30))).isEqualTo("30 s");
        assertThat(Durations.shown(Duration.ofMinutes(5))).isEqualTo("300 s");
    }
}
