package dev.holdfast.app.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.runtime.WorkerConfig;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AppConfigTest {
    private final Map<String, String> environment = new HashMap<>(
            Map.of("HOLDFAST_DATABASE_URL", "postgres://app:s%40cret@db.example:6432/jobs?sslmode=require"));

    @Test
    void everythingButTheDatabaseHasADefault() {
        AppConfig config = read();

        assertThat(config.worker().work().queues()).isEqualTo(List.of("default"));
        assertThat(config.worker().term().ttl()).isEqualTo(Duration.ofSeconds(30));
        assertThat(config.worker().shutdown().stopGracePeriod()).isEqualTo(Duration.ofSeconds(60));
        assertThat(config.http()).isEqualTo(new Http("127.0.0.1", 8080, 1024 * 1024));
        assertThat(config.worker().instance()).isNotBlank();
    }

    @Test
    void theDefaultsAreThoseOfAWorkerThatIsEmbedded() {
        environment.put("HOLDFAST_INSTANCE", "one");

        assertThat(read().worker()).isEqualTo(WorkerConfig.defaults("one"));
    }

    @Test
    void queuesHaveWeightsOrNone() {
        environment.put("HOLDFAST_QUEUES", "urgent=3,bulk=1");
        assertThat(read().worker().work().weights()).isEqualTo(Map.of("urgent", 3, "bulk", 1));

        environment.put("HOLDFAST_QUEUES", "urgent=3,bulk");
        assertThatThrownBy(this::read)
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContainingAll("every queue has a weight or none has", "QUEUES");
    }

    @Test
    void aPostgresUrlIsTakenApart() {
        assertThat(read().database())
                .isEqualTo(new Database(
                        "jdbc:postgresql://db.example:6432/jobs?sslmode=require",
                        "app",
                        "s@cret",
                        java.util.Optional.empty(),
                        8));
    }

    @Test
    void aJdbcUrlIsTakenAsItIsWithUserAndPasswordBesideIt() {
        environment.put("HOLDFAST_DATABASE_URL", "jdbc:postgresql://db/jobs");
        environment.put("HOLDFAST_DATABASE_USER", "app");
        environment.put("HOLDFAST_DATABASE_PASSWORD", "secret");

        assertThat(read().database())
                .isEqualTo(new Database("jdbc:postgresql://db/jobs", "app", "secret", java.util.Optional.empty(), 8));
    }

    @Test
    void aMissingDatabaseUrlSaysWhatToSet() {
        environment.remove("HOLDFAST_DATABASE_URL");

        assertThatThrownBy(this::read)
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContainingAll("HOLDFAST_DATABASE_URL is not set", "postgres://");
    }

    @Test
    void aPasswordIsNeverShown() {
        assertThat(read().database().toString()).isEqualTo("db.example:6432/jobs");
        environment.put("HOLDFAST_DATABASE_URL", "postgres://app:pass word@db/jobs");
        assertThatThrownBy(this::read).hasMessageNotContaining("pass word").hasMessageContaining("%40");
    }

    @ParameterizedTest
    @CsvSource({
        "HOLDFAST_POLL, 5, is not a duration like 500ms",
        "HOLDFAST_POLL, soon, \"soon\" is not a duration",
        "HOLDFAST_CONCURRENCY, 0, must be a whole number from 1",
        "HOLDFAST_CONCURRENCY, 99999999999999999999, must be a whole number from 1",
        "HOLDFAST_HTTP_PORT, http, must be a whole number from 0",
        "HOLDFAST_LOG_FORMAT, xml, 'must be one of text, json'",
        "HOLDFAST_DATABASE_URL, mysql://db/jobs, must look like postgres://",
        "HOLDFAST_DATABASE_URL, jdbc:postgresql://db/jdbc:postgresql://db?password=p, must look like postgres://",
        "HOLDFAST_PLUGINS_DIR, /does/not/exist, there is no directory",
    })
    void aValueThatCannotBeReadIsRefusedUnderItsName(String key, String value, String why) {
        environment.put(key, value);

        assertThatThrownBy(this::read)
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining(key)
                .hasMessageContaining(why.replace("'", ""));
    }

    @Test
    void aShutdownPlanThatDoesNotFitNamesBothNumbers() {
        environment.put("STOP_GRACE_PERIOD", "10s");

        assertThatThrownBy(this::read)
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContainingAll("STOP_GRACE_PERIOD is 10 s", "needs 15 s");
    }

    @Test
    void aHeartbeatThatIsTooSlowForTheTtlIsRefused() {
        environment.put("HOLDFAST_HEARTBEAT", "20s");

        assertThatThrownBy(this::read)
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContainingAll("heartbeat", "SESSION_TTL");
    }

    private AppConfig read() {
        return AppConfig.read(new Sources(environment, PropertiesFile.NONE));
    }
}
