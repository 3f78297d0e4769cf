package dev.holdfast.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.lease.FencingToken;
import dev.holdfast.lock.Acquisition;
import dev.holdfast.lock.LockClaim;
import dev.holdfast.lock.LockStore;
import dev.holdfast.lock.Owner;
import dev.holdfast.lock.Release;
import dev.holdfast.lock.Renewal;
import dev.holdfast.redis.FaultProxy.Fault;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Requests that take their time, and connections that come and go. */
class HeldUpTest {
    private static final Duration TTL = Duration.ofSeconds(15);
    private static final Duration TIMEOUT = Duration.ofSeconds(4);

    private static TestRedis redis;

    private FaultProxy proxy;
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
    void open() throws IOException {
        redis.redis().flushall();
        proxy = new FaultProxy(redis.server.port());
        RedisConfig config = TestRedis.config(proxy.url(), TTL);
        store = TestRedis.open(config.with(config.times().withTimeout(TIMEOUT)));
        locks = store.locks();
        LockClaim warm = Some.claim(locks, Some.key());
        Some.take(warm);
        warm.release();
    }

    @AfterEach
    void close() throws IOException {
        store.close();
        proxy.close();
    }

    @Test
    void case_32_a_claim_that_is_held_up_lives_from_when_the_server_saw_it() throws Exception {
        Duration heldUp = Duration.ofSeconds(1);
        LockClaim claim = Some.claim(locks, Some.key());
        proxy.next(Script.CLAIM.digest(), Fault.HOLD_REQUEST);
        ExecutorService claimer = Executors.newSingleThreadExecutor();
        try {
            Future<Acquisition> asked = claimer.submit(claim::tryAcquire);
            await().until(() -> proxy.struck() == 1);
            await().pollDelay(heldUp).until(() -> true);
            assertThat(redis.redis().exists(Some.lockKey(claim.key()))).isZero();
            proxy.heal();

            Acquisition.Granted granted = (Acquisition.Granted) asked.get();
            assertThat(granted.validity()).isEqualTo(TTL);
            assertThat(redis.redis().pttl(Some.lockKey(claim.key())))
                    .isGreaterThan(TTL.minus(heldUp).toMillis());
        } finally {
            claimer.shutdownNow();
        }
    }

    @Test
    void case_36_after_a_reconnect_an_old_token_is_busy_and_never_adopted() {
        LockClaim old = Some.claim(locks, Some.key());
        FencingToken fence = Some.take(old);
        proxy.closeAll();

        LockClaim later =
                locks.claim(old.key(), Owner.of(old.owner().lease(), old.owner().job()));
        await().until(() -> later.tryAcquire() instanceof Acquisition.Busy);

        assertThat(((Acquisition.Busy) later.tryAcquire()).holder().fence()).isEqualTo(fence);
        assertThat(later.release()).isEqualTo(Release.NOT_MINE);
        assertThat(Some.renew(locks, old)).isInstanceOf(Renewal.Renewed.class);
    }

    @Test
    void case_52_the_replay_of_a_claim_is_valid_for_what_is_left_of_the_first() {
        LockClaim claim = Some.claim(locks, Some.key());
        FencingToken fence = Some.take(claim);
        redis.redis().pexpire(Some.lockKey(claim.key()), 3000);

        Acquisition.Granted again = (Acquisition.Granted) claim.tryAcquire();

        assertThat(again.fence()).isEqualTo(fence);
        assertThat(again.validity()).isBetween(Duration.ofMillis(1), Duration.ofSeconds(3));
    }

    @Test
    void a_broken_connection_is_noticed_at_once_and_the_next_request_makes_another() {
        LockClaim claim = Some.claim(locks, Some.key());
        Some.take(claim);
        proxy.next(Script.RENEW.digest(), Fault.CUT_BEFORE);
        long start = System.nanoTime();

        assertThat(Some.renew(locks, claim)).isInstanceOf(Renewal.Unknown.class);

        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(TIMEOUT.dividedBy(2));
        int connections = proxy.connected();
        assertThat(Some.renew(locks, claim)).isInstanceOf(Renewal.Renewed.class);
        assertThat(Some.renew(locks, claim)).isInstanceOf(Renewal.Renewed.class);
        assertThat(proxy.connected()).isEqualTo(connections + 1);
    }

    @Test
    void a_store_that_was_closed_answers_unknown_and_leaves_no_thread_behind() throws Exception {
        long before = threads();
        RedisLockStore another = TestRedis.open(redis.config(TTL));
        LockClaim claim = Some.claim(another.locks(), Some.key());
        Some.take(claim);
        assertThat(threads()).isGreaterThan(before);

        another.close();
        another.close();

        assertThat(claim.tryAcquire()).isInstanceOf(Acquisition.Unknown.class);
        assertThat(claim.release()).isEqualTo(Release.UNKNOWN);
        await().atMost(Duration.ofSeconds(20)).until(() -> threads() <= before);
    }

    private static long threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("lettuce-"))
                .count();
    }
}
