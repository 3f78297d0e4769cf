package dev.holdfast.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.lock.Acquisition;
import dev.holdfast.lock.LockClaim;
import dev.holdfast.lock.LockStore;
import dev.holdfast.lock.Release;
import dev.holdfast.lock.Renewal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The server stands still, and goes on: whatever was sent meanwhile lies before it then. */
class StallTest {
    private static final Duration TTL = Duration.ofSeconds(6);
    private static final Duration TIMEOUT = Duration.ofMillis(200);

    private TestRedis redis;
    private RedisLockStore store;
    private LockStore locks;

    @BeforeEach
    void start() throws Exception {
        redis = TestRedis.start();
        RedisConfig config = redis.config(TTL);
        store = TestRedis.open(config.with(config.times().withTimeout(TIMEOUT)));
        locks = store.locks();
    }

    @AfterEach
    void stop() {
        store.close();
        redis.close();
    }

    @Test
    void case_53_claims_that_timed_out_while_the_server_stalled_hold_nothing_when_it_goes_on() throws Exception {
        LockClaim warm = Some.claim(locks, Some.key());
        Some.take(warm);
        List<LockClaim> claims = new ArrayList<>();
        long before = redis.scriptsRun();
        redis.server.pause();
        for (int i = 0; i < 5; i++) {
            LockClaim claim = Some.claim(locks, Some.key());
            claims.add(claim);
            assertThat(claim.tryAcquire()).isInstanceOf(Acquisition.Unknown.class);
        }
        redis.server.resume();

        // The first lay before the server; the others found no connection.
        await().until(() -> redis.scriptsRun() > before);
        for (LockClaim claim : claims) {
            assertThat(redis.redis().exists(Some.lockKey(claim.key()))).isZero();
            assertThat(claim.release()).isEqualTo(Release.NOT_MINE);
            Some.take(Some.claim(locks, claim.key()));
        }
    }

    @Test
    void case_53_after_a_stall_a_normal_release_leaves_the_key_free() throws Exception {
        LockClaim held = Some.claim(locks, Some.key());
        Some.take(held);
        redis.server.pause();
        assertThat(Some.renew(locks, held)).isInstanceOf(Renewal.Unknown.class);
        assertThat(held.release()).isEqualTo(Release.UNKNOWN);
        redis.server.resume();

        await().until(() -> held.release() != Release.UNKNOWN);
        Some.take(Some.claim(locks, held.key()));
    }

    @Test
    void a_call_to_a_server_that_stands_still_ends_within_the_timeout_interrupted_or_not() throws Exception {
        LockClaim held = Some.claim(locks, Some.key());
        Some.take(held);
        redis.server.pause();
        long start = System.nanoTime();
        Thread.currentThread().interrupt();

        assertThat(held.release()).isEqualTo(Release.UNKNOWN);

        assertThat(Thread.interrupted()).as("the interrupt is kept").isTrue();
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isBetween(TIMEOUT, TIMEOUT.multipliedBy(5));
        redis.server.resume();
    }

    @Test
    void an_interrupted_thread_still_releases() {
        LockClaim held = Some.claim(locks, Some.key());
        Some.take(held);
        Thread.currentThread().interrupt();

        assertThat(held.release()).isEqualTo(Release.RELEASED);

        assertThat(Thread.interrupted()).isTrue();
    }
}
