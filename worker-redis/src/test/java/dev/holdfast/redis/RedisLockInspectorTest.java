package dev.holdfast.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.lock.LockClaim;
import dev.holdfast.lock.LockInspector;
import dev.holdfast.lock.LockStore;
import dev.holdfast.lock.Renewal;
import dev.holdfast.queue.StoreUnavailableException;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RedisLockInspectorTest {
    private static final Duration TTL = Duration.ofSeconds(3);

    private TestRedis redis;
    private RedisLockStore store;
    private LockStore locks;
    private LockInspector inspector;

    @BeforeEach
    void start() throws Exception {
        redis = TestRedis.start();
        store = TestRedis.open(redis.config(TTL));
        locks = store.locks();
        inspector = store.inspector();
    }

    @AfterEach
    void stop() {
        store.close();
        redis.close();
    }

    @Test
    void one_lock_is_found_by_its_key_with_what_is_left_of_it() {
        LockClaim claim = Some.claim(locks, Some.key());
        assertThat(inspector.find(claim.key())).isEmpty();
        assertThat(inspector.honouredFor(claim.key())).isEmpty();
        Instant before = serverTime();

        Some.take(claim);

        LockInspector.Shown shown = inspector.find(claim.key()).orElseThrow();
        assertThat(shown.key()).isEqualTo(claim.key());
        assertThat(shown.holder().who()).isEqualTo("job 12 of session 3");
        assertThat(shown.since()).isBetween(before, serverTime());
        assertThat(inspector.honouredFor(claim.key()).orElseThrow()).isBetween(Duration.ofMillis(1), TTL);
        assertThat(inspector.find(Some.key())).isEmpty();
    }

    private Instant serverTime() {
        var time = redis.redis().time();
        return Instant.ofEpochSecond(Long.parseLong(time.get(0)), Long.parseLong(time.get(1)) * 1000);
    }

    @Test
    void a_victim_learns_at_its_next_renewal_why_and_by_whom_it_was_stolen_from() {
        LockClaim victim = Some.claim(locks, Some.key());
        Some.take(victim);
        inspector.steal(victim.key(), Some.NOW);
        assertThat(Some.renew(locks, victim)).isEqualTo(new Renewal.Lost("its key is gone: it was stolen: it hangs"));

        LockClaim second = Some.claim(locks, victim.key());
        Some.take(second);
        LockClaim thief = Some.claim(locks, victim.key());
        Some.granted(thief.steal(Some.NOW));
        assertThat(Some.renew(locks, second))
                .isEqualTo(new Renewal.Lost(
                        "it is held by job 12 of session 3 (" + Some.take(thief) + "): it was stolen: it hangs"));
        assertThat(inspector.find(victim.key()).orElseThrow().revoked())
                .as("of the thief")
                .isEmpty();
    }

    @Test
    void an_operator_frees_a_lock_though_redis_is_out_of_memory() {
        LockClaim victim = Some.claim(locks, Some.key());
        Some.take(victim);
        redis.redis().configSet("maxmemory", "1");

        assertThat(inspector.steal(victim.key(), Some.NOW).orElseThrow().freed())
                .isTrue();

        assertThat(Some.renew(locks, victim)).isEqualTo(new Renewal.Lost("its key is gone: it was stolen: it hangs"));
    }

    @Test
    void an_operator_can_free_a_key_that_somebody_else_wrote() {
        LockClaim claim = Some.claim(locks, Some.key());
        redis.redis().set(Some.lockKey(claim.key()), "a person was here");

        assertThat(inspector.steal(claim.key(), Some.NOW).orElseThrow().freed()).isTrue();

        Some.take(claim);
    }

    @Test
    void a_server_that_does_not_answer_is_an_error_that_says_so() throws Exception {
        redis.server.pause();
        assertThatThrownBy(() -> inspector.steal(Some.key(), Some.NOW))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("did not answer");
        assertThatThrownBy(() -> inspector.list(10)).isInstanceOf(StoreUnavailableException.class);
        redis.server.resume();
    }
}
