package dev.holdfast.pg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class PgConfigTest {
    @Test
    void aPasswordIsNeverShown() {
        PgConfig inUrl = PgConfig.of("jdbc:postgresql://db/app?user=me&password=hidden");
        PgConfig apart = new PgConfig("jdbc:postgresql://db/app", "me", "hidden", PgConfig.Options.DEFAULTS);

        assertThat(inUrl).hasToString("PgConfig[jdbc:postgresql://db/app]");
        assertThat(apart).hasToString("PgConfig[jdbc:postgresql://db/app as me]");
    }

    @Test
    void aUrlOfAnythingElseIsRefusedWithoutItsParameters() {
        assertThatThrownBy(() -> PgConfig.of("jdbc:mysql://db/app?password=hidden"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("jdbc:postgresql:")
                .hasMessageNotContaining("hidden");
        assertThatThrownBy(() -> PgConfig.of("jdbc:postgresql://db/app")
                        .with(PgConfig.Options.DEFAULTS.withDirectUrl("db:5432")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("direct url");
    }

    @Test
    void numbersOutOfRangeAreRefusedWithTheRange() {
        assertThatThrownBy(() -> PgConfig.Options.DEFAULTS.withPoolSize(0)).hasMessageContaining("1 to 1000");
        assertThatThrownBy(() -> PgConfig.Options.DEFAULTS.withTtl(Duration.ofMillis(10)))
                .hasMessageContaining("at least");
    }

    @Test
    void everyStatementIsBoundedBelowAThirdOfTheTtl() {
        PgConfig.Options options = PgConfig.Options.DEFAULTS.withTtl(Duration.ofSeconds(30));

        assertThat(options.statementBound()).isLessThan(Duration.ofSeconds(10));
        assertThat(options.lockBound()).isLessThan(options.statementBound());
    }
}
