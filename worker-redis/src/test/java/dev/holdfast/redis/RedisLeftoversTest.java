package dev.holdfast.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.lease.SessionId;
import dev.holdfast.lock.LockClaim;
import dev.holdfast.lock.LockLeftovers;
import dev.holdfast.lock.LockLeftovers.Leftover;
import dev.holdfast.lock.LockStore;
import dev.holdfast.lock.Renewal;
import dev.holdfast.queue.StoreUnavailableException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RedisLeftoversTest {
    private TestRedis redis;
    private RedisLockStore store;
    private LockStore locks;
    private LockLeftovers leftovers;

    @BeforeEach
    void start() throws Exception {
        redis = TestRedis.start();
        store = TestRedis.open(redis.config(Duration.ofSeconds(3)));
        locks = store.locks();
        leftovers = store.leftovers();
    }

    @AfterEach
    void stop() {
        store.close();
        redis.close();
    }

    @Test
    void every_lock_is_listed_with_the_deployment_and_the_session_that_wrote_it() {
        LockClaim claim = Some.claim(locks, Some.key());
        Some.take(claim);
        redis.redis().set("something:else", "1");
        redis.redis().set("other:{pr-actuation|x}:lock", "1");

        List<Leftover> found = leftovers.list(10);

        assertThat(found).singleElement().satisfies(left -> {
            assertThat(left.key()).isEqualTo(claim.key());
            assertThat(left.value()).contains(claim.owner().token().toString());
            assertThat(left.origin()).contains(new LockLeftovers.Origin(TestRedis.DEPLOYMENT, new SessionId(3)));
        });
    }

    @Test
    void a_value_that_cannot_be_read_has_no_origin() {
        redis.redis().set(Some.lockKey(Some.key()), "a person was here");

        assertThat(leftovers.list(10)).extracting(Leftover::origin).containsExactly(Optional.empty());
    }

    @Test
    void a_leftover_is_removed_by_its_whole_value_and_whoever_took_it_since_keeps_it() {
        LockClaim dead = Some.claim(locks, Some.key());
        Some.take(dead);
        Leftover found = leftovers.list(10).get(0);
        dead.release();
        LockClaim successor = Some.claim(locks, dead.key());
        Some.take(successor);

        assertThat(leftovers.remove(found)).isFalse();
        assertThat(Some.renew(locks, successor)).isInstanceOf(Renewal.Renewed.class);

        assertThat(leftovers.remove(leftovers.list(10).get(0))).isTrue();
        assertThat(Some.renew(locks, successor)).isInstanceOf(Renewal.Lost.class);
        assertThat(leftovers.list(10)).isEmpty();
    }

    @Test
    void thousands_of_locks_are_listed_up_to_the_limit() {
        for (int i = 0; i < 3000; i++) {
            redis.redis().set("holdfast:{many|" + i + "}:lock", "x");
        }

        assertThat(leftovers.list(10_000)).hasSize(3000);
        assertThat(leftovers.list(7)).hasSize(7);
    }

    @Test
    void a_server_that_does_not_answer_is_told_apart_from_one_that_has_none() throws Exception {
        redis.server.pause();
        assertThatThrownBy(() -> leftovers.list(10)).isInstanceOf(StoreUnavailableException.class);
        redis.server.resume();
    }
}
