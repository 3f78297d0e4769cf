package dev.holdfast.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.lease.JobId;
import dev.holdfast.lease.SessionId;
import dev.holdfast.lock.LockKey;
import io.lettuce.core.cluster.SlotHash;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is written to Redis, and what a configuration may say. */
class WordsTest {
    private static final String TOKEN = "1c6f3c1e-8d9a-4a53-9d0a-0123456789ab";
    private static final String VALUE = TOKEN + "|1800000000000001|1800000000000000|blue|session 3|lease 7|job 12";

    @Test
    void the_keys_of_one_lock_share_a_hash_slot_and_those_of_two_locks_are_never_the_same() {
        Keys keys = Keys.of("holdfast", new LockKey("pr-actuation", "owner/repo#7"));

        assertThat(List.of(keys.all())).extracting(SlotHash::getSlot).containsOnly(SlotHash.getSlot(keys.lock()));
        assertThat(keys.lock()).isEqualTo("holdfast:{pr-actuation|owner/repo#7}:lock");
        assertThat(Keys.of("holdfast", new LockKey("a/b", "c")))
                .isNotEqualTo(Keys.of("holdfast", new LockKey("a", "b/c")));
    }

    @Test
    void a_key_is_read_back_and_others_are_not_ours() {
        LockKey key = new LockKey("a/b", "owner/repo#7@0a1b:full");

        assertThat(Keys.read("holdfast", Keys.of("holdfast", key).lock())).contains(key);
        for (String other :
                List.of("x:{a|b}:lock", "holdfast:{a|b}:fence", "holdfast:{ab}:lock", "holdfast:{a|}:lock")) {
            assertThat(Keys.read("holdfast", other)).as(other).isEmpty();
        }
    }

    @Test
    void a_value_says_whose_it_is() {
        Hold hold = Hold.read(VALUE).orElseThrow();

        assertThat(hold.fence().value()).isEqualTo(1800000000000001L);
        assertThat(hold.since()).isEqualTo(Instant.parse("2027-01-15T08:00:00Z"));
        assertThat(hold.whose()).isEqualTo(new Hold.Whose("blue", new SessionId(3), new JobId(12)));
        assertThat(Hold.holder(VALUE).who()).isEqualTo("job 12 of session 3");
        assertThat(Hold.holder(VALUE.replace("job 12", "job 0")).who()).isEqualTo("session 3");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                TOKEN,
                TOKEN + "|5",
                TOKEN + "|5|6|blue|session 3|lease 7|job 12|more",
                TOKEN + "|0|6|blue|session 3|lease 7|job 12",
                TOKEN + "|5|6||session 3|lease 7|job 12",
                TOKEN + "|5|6|blue|session 0|lease 7|job 12",
                "------------------------------------|5|6|blue|session 3|lease 7|job 12"
            })
    void what_does_not_read_so_is_not_ours(String value) {
        assertThat(Hold.read(value)).isEmpty();
        assertThat(Hold.holder(value).who()).isEqualTo("a holder that is not ours");
    }

    @Test
    void a_configuration_never_shows_its_password() {
        RedisConfig config =
                RedisConfig.of("rediss://user:s3cret@redis.example:6380/2").withPassword("s3cret");

        assertThat(config.toString()).doesNotContain("s3cret").contains("redis.example:6380");
        assertThat(RedisConfig.of("redis://h").withPassword("").password()).isEmpty();
        assertThatThrownBy(() -> RedisConfig.of("http://user:s3cret@h"))
                .hasMessageContaining("redis://")
                .hasMessageNotContaining("s3cret");
    }

    @Test
    void a_configuration_that_cannot_work_is_refused() {
        RedisConfig.Times times = RedisConfig.Times.DEFAULTS;
        assertThatThrownBy(() -> times.withTimeout(Duration.ofSeconds(11))).hasMessageContaining("a third of the ttl");
        assertThatThrownBy(() -> times.withTimeout(Duration.ZERO)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> RedisConfig.Times.ofTtl(Duration.ofMillis(10)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> RedisConfig.of("redis://h").withPrefix("a{b}"))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(RedisConfig.Times.ofTtl(Duration.ofSeconds(30))).isEqualTo(times);
        assertThat(RedisConfig.Times.ofTtl(Duration.ofSeconds(3)).timeout()).isEqualTo(Duration.ofMillis(500));
    }
}
