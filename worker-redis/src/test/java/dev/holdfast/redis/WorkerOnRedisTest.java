package dev.holdfast.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.event.WorkerEvent;
import dev.holdfast.job.Attempt;
import dev.holdfast.job.CancelReason;
import dev.holdfast.job.JobHandler;
import dev.holdfast.job.Outcome;
import dev.holdfast.lock.Acquisition;
import dev.holdfast.lock.HeldLock;
import dev.holdfast.lock.LockClaim;
import dev.holdfast.lock.LockKey;
import dev.holdfast.lock.LockLostException;
import dev.holdfast.lock.LockPolicy;
import dev.holdfast.lock.LockStore;
import dev.holdfast.lock.Renewal;
import dev.holdfast.redis.FaultProxy.Fault;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A whole worker with its locks on a real Redis behind a proxy, and a rival that reaches the same Redis directly.
 *
 * <p>This file is long because all of it plays on one worker, one server and one rival.
 */
class WorkerOnRedisTest {
    private static final Duration TTL = TestWorker.TTL;
    private static final Duration A_SECOND = Duration.ofSeconds(1);

    private static TestRedis redis;

    private final LockKey key = Some.key();
    private final CountDownLatch mayEnd = new CountDownLatch(1);
    private final AtomicReference<HeldLock> lock = new AtomicReference<>();
    private FaultProxy proxy;
    private RedisLockStore rivalStore;
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
        proxy = new FaultProxy(redis.server.port());
        rivalStore = TestRedis.open(redis.config(TTL));
        rivals = rivalStore.locks();
    }

    @AfterEach
    void close() throws IOException {
        rivalStore.close();
        proxy.close();
    }

    /** Takes the lock and holds it until the test lets it end, or it is told to stop. */
    private Outcome hold(Attempt attempt) throws InterruptedException {
        lock.set(attempt.lock(key, LockPolicy.DEFER));
        mayEnd.await();
        return Outcome.complete();
    }

    /** The same, but hears nothing. */
    private Outcome holdDeaf(Attempt attempt) throws InterruptedException {
        lock.set(attempt.lock(key, LockPolicy.DEFER));
        awaitDeaf(mayEnd);
        return Outcome.complete();
    }

    private TestWorker holding() {
        return runUntilGranted((payload, attempt) -> hold(attempt));
    }

    private TestWorker holdingDeaf() {
        return runUntilGranted((payload, attempt) -> holdDeaf(attempt));
    }

    private TestWorker runUntilGranted(JobHandler<Object> handler) {
        TestWorker worker = TestWorker.run(proxy.url(), handler);
        worker.when(WorkerEvent.LockGranted.class);
        return worker;
    }

    private boolean rivalGets() {
        LockClaim claim = Some.claim(rivals, key);
        return claim.tryAcquire() instanceof Acquisition.Granted;
    }

    private static ConditionFactory soon(Duration atMost) {
        return await().atMost(atMost).pollInterval(Duration.ofMillis(5));
    }

    /** When a rival that asks all the time is granted the lock. */
    private Duration whenRivalGets() {
        soon(Duration.ofSeconds(20)).until(this::rivalGets);
        return TestWorker.now();
    }

    @Test
    void a_job_that_runs_for_three_ttls_keeps_its_lock_until_it_has_ended() throws Exception {
        try (TestWorker worker = holding()) {
            await().during(TTL.multipliedBy(3)).atMost(TTL.multipliedBy(4)).until(() -> !rivalGets());
            assertThat(lock.get().isHeld()).isTrue();
            mayEnd.countDown();
            soon(A_SECOND).until(this::rivalGets);
            assertThat(worker.all(WorkerEvent.AttemptCancelled.class)).isEmpty();
        }
    }

    @Test
    void an_attempt_whose_lock_has_vanished_is_cancelled_at_the_next_renewal() throws Exception {
        try (TestWorker worker = holding()) {
            redis.redis().del(Some.lockKey(key));
            worker.when(WorkerEvent.LockLost.class);
            worker.when(WorkerEvent.AttemptCancelled.class);
            assertThat(worker.all(WorkerEvent.AttemptCancelled.class).get(0).reason())
                    .isEqualTo(CancelReason.LOCK_LOST);
            mayEnd.countDown();
        }
    }

    @Test
    void case_31_in_front_of_a_black_hole_a_holder_is_cancelled_before_a_rival_can_be_granted() throws Exception {
        try (TestWorker worker = holding()) {
            Duration last = TestWorker.now();
            proxy.hold();
            Duration granted = whenRivalGets();
            Duration cancelled = worker.when(WorkerEvent.AttemptCancelled.class);

            assertThat(cancelled).isLessThan(granted.minus(TestWorker.MARGIN.dividedBy(4)));
            assertThat(granted.minus(last)).isGreaterThan(TTL.minus(Duration.ofMillis(300)));
            assertThat(worker.all(WorkerEvent.AttemptCancelled.class).get(0).reason())
                    .isEqualTo(CancelReason.UNTRUSTED);
            await().pollDelay(TTL).until(() -> true);
            proxy.heal();
        }
    }

    @Test
    void case_31_in_front_of_a_black_hole_a_deaf_holders_process_ends_before_a_rival_can_be_granted() throws Exception {
        try (TestWorker worker = holdingDeaf()) {
            proxy.hold();
            Duration granted = whenRivalGets();

            Duration cancelled = worker.when(WorkerEvent.AttemptCancelled.class);
            assertThat(worker.haltedAt()).isPresent();
            assertThat(worker.haltedAt().orElseThrow()).isBetween(cancelled, granted);
            mayEnd.countDown();
            proxy.heal();
        }
    }

    @Test
    void case_34_a_job_goes_on_through_a_restart_of_the_server() throws Exception {
        try (TestRedis own = TestRedis.start();
                TestWorker worker = TestWorker.run(own.server.url(), (payload, attempt) -> hold(attempt))) {
            worker.when(WorkerEvent.LockGranted.class);
            Duration stopped = TestWorker.now();
            own.server.stop();
            own.server.startAgain();
            assertThat(TestWorker.now().minus(stopped)).isLessThan(Duration.ofMillis(800));

            await().during(TTL)
                    .atMost(TTL.multipliedBy(2))
                    .until(() -> lock.get().isHeld());
            assertThat(worker.all(WorkerEvent.AttemptCancelled.class)).isEmpty();
            assertThat(own.redis().pttl(Some.lockKey(key))).isPositive();
            mayEnd.countDown();
            soon(A_SECOND).until(() -> own.redis().exists(Some.lockKey(key)) == 0);
        }
    }

    @Test
    void case_43_in_a_drain_a_lock_is_held_until_its_handler_has_ended() throws Exception {
        try (TestWorker worker = holding()) {
            worker.worker().requestStop();
            await().during(TTL.minus(Duration.ofMillis(300))).atMost(TTL).until(() -> !rivalGets());
            mayEnd.countDown();
            soon(A_SECOND).until(this::rivalGets);
        }
    }

    @Test
    void a_worker_that_halts_leaves_a_last_will_its_deaf_handlers_lock_ends_a_second_later() throws Exception {
        try (TestWorker worker = holdingDeaf()) {
            worker.worker().requestStop();
            worker.worker().requestStop();
            soon(Duration.ofSeconds(5)).until(() -> worker.haltedAt().isPresent());

            assertThat(redis.redis().pttl(Some.lockKey(key))).isBetween(1L, 1000L);
            assertThat(whenRivalGets().minus(worker.haltedAt().orElseThrow())).isLessThan(Duration.ofMillis(1200));
            mayEnd.countDown();
        }
    }

    /** Asks once, remembers the answer, and goes on without the lock. */
    private Outcome askOnce(Attempt attempt, AtomicReference<Acquisition> answer) throws InterruptedException {
        answer.compareAndSet(null, attempt.tryLock(key));
        mayEnd.await();
        return Outcome.complete();
    }

    @ParameterizedTest
    @EnumSource(names = {"CUT_AFTER", "DROP_REPLY", "HOLD_REPLY"})
    void case_39_a_claim_whose_reply_is_lost_is_released_within_a_second_while_its_attempt_runs_on(Fault fault)
            throws Exception {
        AtomicReference<Acquisition> answer = new AtomicReference<>();
        proxy.next("pr-actuation", fault);
        try (TestWorker worker = TestWorker.run(proxy.url(), (payload, attempt) -> askOnce(attempt, answer))) {
            soon(Duration.ofSeconds(5)).until(() -> answer.get() != null);
            assertThat(answer.get()).isInstanceOf(Acquisition.Unknown.class);
            proxy.heal();

            soon(A_SECOND).until(() -> redis.redis().exists(Some.lockKey(key)) == 0);

            assertThat(rivalGets()).isTrue();
            assertThat(worker.all(WorkerEvent.LockGranted.class)).isEmpty();
            mayEnd.countDown();
        }
    }

    @Test
    void case_53_a_claim_that_timed_out_while_the_server_stalled_leaves_no_ghost_behind() throws Exception {
        AtomicReference<Acquisition> answer = new AtomicReference<>();
        CountDownLatch mayAsk = new CountDownLatch(1);
        try (TestRedis own = TestRedis.start();
                TestWorker worker = TestWorker.run(own.server.url(), (payload, attempt) -> {
                    mayAsk.await();
                    return askOnce(attempt, answer);
                })) {
            worker.when(WorkerEvent.AttemptStarted.class);
            own.server.pause();
            mayAsk.countDown();
            soon(Duration.ofSeconds(5)).until(() -> answer.get() != null);
            await().pollDelay(A_SECOND).until(() -> true);
            own.server.resume();

            assertThat(answer.get()).isInstanceOf(Acquisition.Unknown.class);
            await().during(A_SECOND)
                    .atMost(A_SECOND.multipliedBy(3))
                    .until(() -> own.redis().exists(Some.lockKey(key)) == 0);
            mayEnd.countDown();
        }
    }

    @Test
    void case_54_a_lock_that_expired_under_its_owner_is_not_held_and_its_release_spares_the_new_holder()
            throws Exception {
        CountDownLatch expired = new CountDownLatch(1);
        AtomicReference<RuntimeException> refusal = new AtomicReference<>();
        try (TestWorker worker = runUntilGranted((payload, attempt) -> {
            HeldLock mine = attempt.lock(key, LockPolicy.PROCEED);
            awaitDeaf(expired);
            try {
                mine.ensureHeld();
            } catch (LockLostException e) {
                refusal.set(e);
            }
            mine.close();
            return Outcome.complete();
        })) {
            proxy.refuse();
            LockClaim successor = Some.claim(rivals, key);
            soon(Duration.ofSeconds(10)).until(() -> successor.tryAcquire() instanceof Acquisition.Granted);
            proxy.heal();
            expired.countDown();
            soon(Duration.ofSeconds(5))
                    .until(() -> !worker.all(WorkerEvent.LockReleased.class).isEmpty());

            assertThat(refusal.get()).isInstanceOf(LockLostException.class);
            assertThat(Some.renew(rivals, successor)).isInstanceOf(Renewal.Renewed.class);
        }
    }

    private static void awaitDeaf(CountDownLatch latch) {
        boolean ended = false;
        while (!ended) {
            try {
                latch.await();
                ended = true;
            } catch (InterruptedException deaf) {
                ended = false;
            }
        }
    }

    @Test
    void work_that_only_saves_money_proceeds_without_redis_and_leaves_nothing_behind() throws Exception {
        try (TestWorker worker = TestWorker.run(proxy.url(), (payload, attempt) -> {
            mayEnd.await();
            attempt.lock(key, LockPolicy.PROCEED);
            return Outcome.complete();
        })) {
            worker.when(WorkerEvent.AttemptStarted.class);
            proxy.refuse();
            mayEnd.countDown();
            worker.when(WorkerEvent.LockUnguarded.class);
            worker.when(WorkerEvent.JobSettled.class);
            proxy.heal();
            assertThat(rivalGets()).isTrue();
        }
    }

    @Test
    void a_victim_of_a_steal_is_told_by_its_renewal_cancelled_and_the_thief_has_the_lock_when_it_stops()
            throws Exception {
        try (TestWorker worker = holding()) {
            LockClaim thief = Some.claim(rivals, key);
            soon(TTL).until(() -> thief.steal(Some.REVOKE) instanceof Acquisition.Granted);

            assertThat(worker.all(WorkerEvent.LockLost.class).get(0).why()).contains(Some.REVOKE.reason());
            assertThat(worker.all(WorkerEvent.AttemptCancelled.class).get(0).reason())
                    .isEqualTo(CancelReason.LOCK_LOST);
            mayEnd.countDown();
            assertThat(Some.renew(rivals, thief)).isInstanceOf(Renewal.Renewed.class);
        }
    }
}
