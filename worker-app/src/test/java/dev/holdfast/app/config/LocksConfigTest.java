package dev.holdfast.app.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LocksConfigTest {
    private static AppConfig read(String... pairs) {
        Map<String, String> environment = new HashMap<>(Map.of("HOLDFAST_DATABASE_URL", "jdbc:postgresql://db/jobs"));
        for (int i = 0; i < pairs.length; i += 2) {
            environment.put("HOLDFAST_" + pairs[i], pairs[i + 1]);
        }
        return AppConfig.read(new Sources(environment, PropertiesFile.NONE));
    }

    @Test
    void locksAreKeptInTheQueuesDatabaseByDefaultAndTheWorkerIsOneOfSeveral() {
        assertThat(read().locks()).isEqualTo(new Locks("postgres", java.util.Optional.empty()));
        assertThat(read().worker().alone()).isFalse();
        assertThat(read("SINGLE_INSTANCE", "true").worker().alone()).isTrue();
        assertThatThrownBy(() -> read("SINGLE_INSTANCE", "yes"))
                .hasMessageContainingAll("HOLDFAST_SINGLE_INSTANCE", "true or false");
    }

    @Test
    void redisIsReadWithItsTimes() {
        var redis = read(
                        "LOCKS", "redis",
                        "REDIS_URL", "redis://cache:6379/2",
                        "REDIS_LOCK_TTL", "20s",
                        "REDIS_TIMEOUT", "700ms",
                        "REDIS_PREFIX", "staging")
                .locks()
                .redis()
                .orElseThrow();

        assertThat(redis.url()).isEqualTo("redis://cache:6379/2");
        assertThat(redis.prefix()).isEqualTo("staging");
        assertThat(redis.times().ttl()).isEqualTo(Duration.ofSeconds(20));
        assertThat(redis.times().timeout()).isEqualTo(Duration.ofMillis(700));
    }

    @Test
    void redisWithoutAnAddressIsRefused() {
        assertThatThrownBy(() -> read("LOCKS", "redis")).hasMessageContaining("HOLDFAST_REDIS_URL is not set");
        assertThatThrownBy(() -> read("LOCKS", "redis", "REDIS_URL", "cache:6379"))
                .hasMessageContainingAll("HOLDFAST_REDIS_URL", "redis://");
    }

    @Test
    void aKeyOfRedisIsRefusedWhereLocksAreKeptElsewhere() {
        assertThatThrownBy(() -> read("REDIS_URL", "redis://cache:6379"))
                .hasMessageContainingAll("HOLDFAST_REDIS_URL", "postgres", "HOLDFAST_LOCKS");
        assertThatThrownBy(() -> read("LOCKS", "postgres", "REDIS_LOCK_TTL", "5s"))
                .hasMessageContaining("HOLDFAST_REDIS_LOCK_TTL");
    }

    @Test
    void aTtlThatTheHeartbeatCannotKeepIsRefused() {
        assertThatThrownBy(() -> read("LOCKS", "redis", "REDIS_URL", "redis://cache", "REDIS_LOCK_TTL", "12s"))
                .hasMessageContainingAll("HEARTBEAT 5 s", "MARGIN 5 s", "REDIS_LOCK_TTL 12 s");
    }

    @Test
    void aPasswordIsNeverShown() {
        var locks = read("LOCKS", "redis", "REDIS_URL", "redis://cache", "REDIS_PASSWORD", "hush")
                .locks();

        assertThat(locks.redis().orElseThrow().password()).contains("hush");
        assertThat(locks.toString()).doesNotContain("hush");
        assertThatThrownBy(() -> read("LOCKS", "redis", "REDIS_URL", "redis://u:hush@cache", "REDIS_TIMEOUT", "1d"))
                .hasMessageNotContaining("hush");
    }
}
