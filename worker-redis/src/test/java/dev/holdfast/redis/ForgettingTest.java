package dev.holdfast.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.lease.FencingToken;
import dev.holdfast.lock.Acquisition;
import dev.holdfast.lock.LockClaim;
import dev.holdfast.lock.LockKey;
import dev.holdfast.lock.LockStore;
import dev.holdfast.lock.Release;
import dev.holdfast.lock.Renewal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a server forgets, and what it must not. */
class ForgettingTest {
    private static final Duration TTL = Duration.ofSeconds(20);

    private static TestRedis redis;

    private RedisLockStore store;
    private LockStore locks;

    @BeforeAll
    static void startRedis() throws Exception {
        redis = TestRedis.start();
    }

    @AfterAll
    static void stopRedis() {
        redis.close();
    }

    @BeforeEach
    void open() {
        redis.redis().flushall();
        store = TestRedis.open(redis.config(TTL));
        locks = store.locks();
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void no_request_is_lost_to_a_flushed_script_cache() {
        LockClaim claim = Some.claim(locks, Some.key());
        redis.redis().scriptFlush();
        Some.take(claim);
        redis.redis().scriptFlush();
        assertThat(Some.renew(locks, claim)).isInstanceOf(Renewal.Renewed.class);
        redis.redis().scriptFlush();
        LockClaim thief = Some.claim(locks, claim.key());
        Some.granted(thief.steal(Some.NOW));
        redis.redis().scriptFlush();
        assertThat(thief.release()).isEqualTo(Release.RELEASED);
    }

    @Test
    void of_many_renewals_none_is_lost_to_a_flushed_script_cache() {
        List<LockClaim> claims = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            claims.add(Some.claim(locks, Some.key()));
            Some.take(claims.get(i));
        }
        redis.redis().scriptFlush();

        assertThat(locks.renewAll(claims).values()).hasSize(100).allMatch(Renewal.Renewed.class::isInstance);
    }

    @Test
    void a_flushed_lock_is_lost_at_the_next_renewal_never_set_again_and_its_fence_still_rises() {
        LockClaim claim = Some.claim(locks, Some.key());
        FencingToken before = Some.take(claim);

        redis.redis().flushall();

        assertThat(Some.renew(locks, claim)).isEqualTo(new Renewal.Lost("its key is gone"));
        assertThat(redis.redis().exists(Some.lockKey(claim.key()))).isZero();
        assertThat(Some.take(Some.claim(locks, claim.key()))).isGreaterThan(before);
    }

    @Test
    void case_34_a_lock_survives_a_restart_of_the_server_and_is_renewed_again() throws Exception {
        LockClaim claim = Some.claim(locks, Some.key());
        FencingToken fence = Some.take(claim);
        for (int round = 0; round < 2; round++) {
            if (round == 0) {
                redis.server.stop();
            } else {
                redis.server.stopImmediately();
            }
            assertThat(Some.renew(locks, claim)).isInstanceOf(Renewal.Unknown.class);
            redis.server.startAgain();

            assertThat(Some.claim(locks, claim.key()).tryAcquire()).isInstanceOf(Acquisition.Busy.class);
            assertThat(Some.renew(locks, claim)).isInstanceOf(Renewal.Renewed.class);
            assertThat(Some.take(claim)).isEqualTo(fence);
        }
    }

    @Test
    void the_fence_rises_through_a_restart_and_through_expiry() throws Exception {
        LockKey key = Some.key();
        LockClaim first = Some.claim(locks, key);
        FencingToken one = Some.take(first);
        redis.server.stop();
        redis.server.startAgain();
        first.release();
        FencingToken two = Some.take(Some.claim(locks, key));
        redis.redis().pexpire(Some.lockKey(key), 1);
        await().until(() -> redis.redis().exists(Some.lockKey(key)) == 0);

        assertThat(two).isGreaterThan(one);
        assertThat(Some.take(Some.claim(locks, key))).isGreaterThan(two);
    }

    @Test
    void a_fence_ahead_of_the_clock_still_rises_by_one() {
        LockKey key = Some.key();
        redis.redis().set(Keys.of("holdfast", key).fence(), "8000000000000000");

        assertThat(Some.take(Some.claim(locks, key)).value()).isEqualTo(8_000_000_000_000_001L);
    }

    @Test
    void case_41_no_lock_is_ever_without_a_ttl() {
        LockKey key = Some.key();
        LockClaim claim = Some.claim(locks, key);
        Some.take(claim);
        assertEveryKeyExpires();
        Some.renew(locks, claim);
        assertEveryKeyExpires();
        Some.take(claim);
        assertEveryKeyExpires();
        LockClaim thief = Some.claim(locks, key);
        thief.steal(Some.REVOKE);
        assertEveryKeyExpires();
        Some.granted(thief.steal(Some.NOW));
        assertEveryKeyExpires();
        store.inspector().steal(key, Some.REVOKE);
        assertEveryKeyExpires();
        locks.shorten(List.of(thief), Duration.ofSeconds(1));
        assertEveryKeyExpires();
        assertThat(redis.redis().pttl(Some.lockKey(key))).isLessThanOrEqualTo(1000);
    }

    private static void assertEveryKeyExpires() {
        List<String> keys = redis.redis().keys("*");
        assertThat(keys).isNotEmpty();
        assertThat(keys)
                .allSatisfy(key -> assertThat(redis.redis().pttl(key)).as(key).isPositive());
    }

    @Test
    void a_fence_outlives_its_lock_by_far_and_a_release_leaves_nothing_else() {
        LockClaim claim = Some.claim(locks, Some.key());
        Some.take(claim);
        Some.claim(locks, claim.key()).steal(Some.REVOKE);
        Keys keys = Keys.of("holdfast", claim.key());
        assertThat(redis.redis().get(keys.wanted())).contains(Some.REVOKE.reason());

        claim.release();

        assertThat(redis.redis().keys("*")).containsExactly(keys.fence());
        assertThat(redis.redis().pttl(keys.fence()))
                .isGreaterThan(Duration.ofHours(47).toMillis());
    }

    @Test
    void shortening_never_lengthens_and_touches_only_what_is_held_under_the_token() {
        LockClaim claim = Some.claim(locks, Some.key());
        Some.take(claim);
        LockClaim others = Some.claim(locks, Some.key());
        Some.take(others);
        LockClaim stranger = Some.claim(locks, others.key());

        locks.shorten(List.of(claim, stranger), Duration.ofMillis(900));
        locks.shorten(List.of(claim), Duration.ofHours(1));

        assertThat(redis.redis().pttl(Some.lockKey(claim.key()))).isBetween(1L, 900L);
        assertThat(redis.redis().pttl(Some.lockKey(others.key()))).isGreaterThan(10_000L);
        assertThat(redis.redis().exists(Some.lockKey(claim.key()))).isEqualTo(1);
    }
}
