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
import dev.holdfast.redis.FaultProxy.Fault;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A fault at each step of the protocol: what is answered, what is left in the store, and who can have the lock then. */
class EveryStepTest {
    private static final Duration TTL = Duration.ofMillis(1800);

    private static TestRedis redis;

    private FaultProxy proxy;
    private RedisLockStore store;
    private RedisLockStore direct;
    private LockStore locks;
    private LockStore rivals;

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
        store = TestRedis.open(TestRedis.config(proxy.url(), TTL));
        direct = TestRedis.open(redis.config(TTL));
        locks = store.locks();
        rivals = direct.locks();
    }

    @AfterEach
    void close() throws IOException {
        store.close();
        direct.close();
        proxy.close();
    }

    /** The script is known to the server, and the connection there, so that the fault strikes the request itself. */
    private void warmUp() {
        LockClaim claim = Some.claim(locks, Some.key());
        Some.take(claim);
        Some.renew(locks, claim);
        LockClaim thief = Some.claim(locks, claim.key());
        Some.granted(thief.steal(Some.NOW));
        thief.release();
    }

    private void strike(Script script, Fault fault) {
        proxy.next(script.digest(), fault);
    }

    /** What a fault held up has reached the server, and nothing is under way any more. */
    private void healAndSettle(long scriptsBefore, Fault fault) {
        proxy.heal();
        boolean arrives = fault != Fault.DROP_REQUEST && fault != Fault.CUT_BEFORE;
        await().until(() -> redis.scriptsRun() >= scriptsBefore + (arrives ? 1 : 0));
        assertThat(proxy.struck()).isEqualTo(1);
    }

    /** Whatever has become of it: it is released by token, and then free for others. */
    private void assertReleasable(LockClaim claim) {
        assertThat(claim.release()).isNotEqualTo(Release.UNKNOWN);
        LockClaim rival = Some.claim(rivals, claim.key());
        Some.take(rival);
        assertThat(claim.release()).isEqualTo(Release.NOT_MINE);
        assertThat(rival.release()).isEqualTo(Release.RELEASED);
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void a_claim_that_meets_a_fault_is_unknown_and_what_it_left_is_released_by_its_token(Fault fault) {
        warmUp();
        LockClaim claim = Some.claim(locks, Some.key());
        long before = redis.scriptsRun();
        strike(Script.CLAIM, fault);

        assertThat(claim.tryAcquire()).isInstanceOf(Acquisition.Unknown.class);

        healAndSettle(before, fault);
        assertReleasable(claim);
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void a_claim_that_is_sent_again_after_a_fault_is_one_grant(Fault fault) {
        warmUp();
        LockClaim claim = Some.claim(locks, Some.key());
        long before = redis.scriptsRun();
        strike(Script.CLAIM, fault);
        claim.tryAcquire();
        healAndSettle(before, fault);

        FencingToken fence = Some.take(claim);

        assertThat(Some.take(claim)).isEqualTo(fence);
        assertThat(Some.claim(rivals, claim.key()).tryAcquire()).isInstanceOf(Acquisition.Busy.class);
        assertReleasable(claim);
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void a_renewal_that_meets_a_fault_is_unknown_and_the_next_one_is_answered(Fault fault) {
        warmUp();
        LockClaim claim = Some.claim(locks, Some.key());
        Some.take(claim);
        long before = redis.scriptsRun();
        strike(Script.RENEW, fault);

        assertThat(Some.renew(locks, claim)).isInstanceOf(Renewal.Unknown.class);

        healAndSettle(before, fault);
        assertThat(Some.renew(locks, claim)).isInstanceOf(Renewal.Renewed.class);
        assertReleasable(claim);
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void a_release_that_meets_a_fault_is_unknown_and_can_be_sent_again(Fault fault) {
        warmUp();
        LockClaim claim = Some.claim(locks, Some.key());
        Some.take(claim);
        long before = redis.scriptsRun();
        strike(Script.RELEASE, fault);

        assertThat(claim.release()).isEqualTo(Release.UNKNOWN);

        healAndSettle(before, fault);
        assertReleasable(claim);
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void a_steal_that_meets_a_fault_is_unknown_and_leaves_one_holder(Fault fault) {
        warmUp();
        LockClaim held = Some.claim(rivals, Some.key());
        Some.take(held);
        LockClaim thief = Some.claim(locks, held.key());
        long before = redis.scriptsRun();
        strike(Script.STEAL, fault);

        assertThat(thief.steal(Some.NOW)).isInstanceOf(Acquisition.Unknown.class);

        healAndSettle(before, fault);
        boolean victimHolds = Some.renew(rivals, held) instanceof Renewal.Renewed;
        boolean thiefHolds = Some.renew(locks, thief) instanceof Renewal.Renewed;
        assertThat(victimHolds ^ thiefHolds).as("one of them holds it").isTrue();
        assertThat(held.release()).isEqualTo(victimHolds ? Release.RELEASED : Release.NOT_MINE);
        assertReleasable(thief);
    }

    @ParameterizedTest
    @EnumSource(names = {"HOLD_REQUEST", "CUT_AFTER", "DROP_REPLY", "HOLD_REPLY"})
    void case_39_a_claim_without_an_answer_never_has_two_holders(Fault fault) {
        warmUp();
        LockKey key = Some.key();
        LockClaim claim = Some.claim(locks, key);
        long before = redis.scriptsRun();
        strike(Script.CLAIM, fault);
        claim.tryAcquire();
        LockKey same = new LockKey(key.namespace(), key.name());

        boolean rivalHolds = Some.claim(rivals, same).tryAcquire() instanceof Acquisition.Granted;
        healAndSettle(before + (rivalHolds ? 1 : 0), fault);

        boolean claimHolds = Some.renew(locks, claim) instanceof Renewal.Renewed;
        assertThat(rivalHolds ^ claimHolds).as("one of them holds it").isTrue();
    }

    @Test
    void case_39_no_claim_takes_effect_later_than_one_timeout_after_it_was_sent() {
        warmUp();
        LockClaim claim = Some.claim(locks, Some.key());
        long before = redis.scriptsRun();
        strike(Script.CLAIM, Fault.HOLD_REQUEST);

        assertThat(claim.tryAcquire()).isInstanceOf(Acquisition.Unknown.class);
        healAndSettle(before, Fault.HOLD_REQUEST);

        assertThat(redis.redis().exists(Some.lockKey(claim.key()))).isZero();
    }

    @Test
    void case_39_no_steal_takes_effect_later_than_one_timeout_after_it_was_sent() {
        warmUp();
        LockClaim held = Some.claim(rivals, Some.key());
        Some.take(held);
        LockClaim thief = Some.claim(locks, held.key());
        long before = redis.scriptsRun();
        strike(Script.STEAL, Fault.HOLD_REQUEST);

        assertThat(thief.steal(Some.REVOKE)).isInstanceOf(Acquisition.Unknown.class);
        healAndSettle(before, Fault.HOLD_REQUEST);

        assertThat(Some.renew(rivals, held)).isInstanceOf(Renewal.Renewed.class);
    }

    @Test
    void case_39_no_renewal_undoes_a_last_will_that_was_sent_after_it() {
        warmUp();
        LockClaim claim = Some.claim(locks, Some.key());
        Some.take(claim);
        long before = redis.scriptsRun();
        strike(Script.RENEW, Fault.HOLD_REQUEST);
        assertThat(Some.renew(locks, claim)).isInstanceOf(Renewal.Unknown.class);
        Duration left = Duration.ofMillis(700);

        rivals.shorten(List.of(rivals.claim(claim.key(), claim.owner())), left);
        healAndSettle(before + 1, Fault.HOLD_REQUEST);

        assertThat(redis.redis().pttl(Some.lockKey(claim.key()))).isBetween(1L, left.toMillis());
    }

    /** As it would say after it was set forward by decades; then it says the truth. */
    private void strikeWithAnotherTime(Script script) {
        proxy.nextAnswer(script.digest(), "*2\r\n:4000000000000000\r\n+LATE");
    }

    @Test
    void what_a_clock_that_was_set_makes_look_late_is_sent_once_more() {
        warmUp();
        LockClaim claim = Some.claim(locks, Some.key());

        strikeWithAnotherTime(Script.CLAIM);
        Some.take(claim);
        strikeWithAnotherTime(Script.RENEW);
        assertThat(Some.renew(locks, claim)).isInstanceOf(Renewal.Renewed.class);
    }
}
