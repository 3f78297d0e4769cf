package dev.holdfast.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.lock.LockStoreGuard;
import dev.holdfast.queue.StoreUnavailableException;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RedisGuardTest {
    private TestRedis redis;
    private RedisLockStore store;
    private LockStoreGuard guard;

    @BeforeEach
    void start() throws Exception {
        redis = TestRedis.start();
        store = TestRedis.open(redis.config(Duration.ofSeconds(3)));
        guard = store.guard();
    }

    @AfterEach
    void stop() {
        store.close();
        redis.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "volatile-lru",
                "volatile-lfu",
                "volatile-random",
                "volatile-ttl",
                "allkeys-lru",
                "allkeys-lfu",
                "allkeys-random"
            })
    void case_35_every_policy_that_can_evict_is_a_danger_and_the_setting_is_named(String policy) {
        redis.redis().configSet("maxmemory-policy", policy);

        assertThat(guard.danger().orElseThrow())
                .contains("maxmemory-policy is " + policy)
                .contains("set maxmemory-policy noeviction");
    }

    @Test
    void case_35_the_eighth_policy_is_none_and_a_change_at_run_time_is_noticed_both_ways() {
        assertThat(guard.danger()).isEmpty();
        redis.redis().configSet("maxmemory-policy", "volatile-ttl");
        assertThat(guard.danger()).isPresent();
        redis.redis().configSet("maxmemory-policy", "noeviction");
        assertThat(guard.danger()).isEmpty();
    }

    @Test
    void a_replica_is_a_danger() {
        redis.redis().replicaof("127.0.0.1", 1);

        assertThat(guard.danger().orElseThrow()).contains("its role is slave").contains("Redis url");
    }

    @Test
    void a_server_that_may_not_be_asked_for_its_policy_is_a_danger() {
        redis.redis().configSet("requirepass", "secret");
        redis.redis().auth("secret");
        redis.redis()
                .dispatch(
                        CommandType.ACL,
                        new StatusOutput<>(StringCodec.UTF8),
                        new CommandArgs<>(StringCodec.UTF8)
                                .add("SETUSER")
                                .add("locks")
                                .add("on")
                                .add(">pw")
                                .add("~*")
                                .add("+@all")
                                .add("-info"));
        String url = "redis://locks:pw@127.0.0.1:" + redis.server.port();
        try (RedisLockStore restricted = TestRedis.open(TestRedis.config(url, Duration.ofSeconds(3)))) {
            assertThat(restricted.guard().danger().orElseThrow()).contains("maxmemory-policy is not shown");
            Some.take(Some.claim(restricted.locks(), Some.key()));
        }
    }

    @Test
    void a_server_that_does_not_answer_is_no_danger_but_no_answer() throws Exception {
        assertThat(guard.danger()).isEmpty();
        redis.server.pause();
        assertThatThrownBy(guard::danger).isInstanceOf(StoreUnavailableException.class);
        redis.server.resume();
        assertThat(guard.danger()).isEmpty();
    }
}
