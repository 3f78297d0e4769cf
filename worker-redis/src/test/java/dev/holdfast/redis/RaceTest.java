package dev.holdfast.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.lock.Acquisition;
import dev.holdfast.lock.LockClaim;
import dev.holdfast.lock.LockKey;
import dev.holdfast.lock.LockStore;
import dev.holdfast.lock.Release;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Many ask at the same moment, over connections of their own, thousands of times. */
class RaceTest {
    private static final int RIVALS = 4;
    private static final int ROUNDS = 3000;

    private static TestRedis redis;
    private static final List<RedisLockStore> STORES = new ArrayList<>();

    @BeforeAll
    static void start() throws Exception {
        redis = TestRedis.start("appendfsync", "no");
        for (int i = 0; i < RIVALS; i++) {
            STORES.add(TestRedis.open(redis.config(Duration.ofSeconds(60))));
        }
    }

    @AfterAll
    static void stop() {
        STORES.forEach(RedisLockStore::close);
        redis.close();
    }

    /** What one rival does in one round, and what it has got. */
    private interface Move {
        Acquisition ask(LockClaim claim);
    }

    private record Got(LockClaim claim, Acquisition answer) {
        boolean granted() {
            return answer instanceof Acquisition.Granted;
        }

        long fence() {
            return ((Acquisition.Granted) answer).fence().value();
        }
    }

    /** One rival's rounds: all wait for each other before they ask, and again before the next round begins. */
    private static List<Got> play(LockStore locks, LockKey key, CyclicBarrier barrier, Move move) throws Exception {
        List<Got> got = new ArrayList<>();
        for (int i = 0; i < ROUNDS; i++) {
            LockClaim claim = Some.claim(locks, key);
            barrier.await();
            Got mine = new Got(claim, move.ask(claim));
            got.add(mine);
            barrier.await();
            if (mine.granted()) {
                claim.release();
            }
            barrier.await();
        }
        return got;
    }

    private static List<List<Got>> race(LockKey key, Move move) throws Exception {
        CyclicBarrier barrier = new CyclicBarrier(RIVALS);
        ExecutorService pool = Executors.newFixedThreadPool(RIVALS);
        try {
            List<Future<List<Got>>> rivals = STORES.stream()
                    .map(store -> pool.submit(() -> play(store.locks(), key, barrier, move)))
                    .toList();
            List<List<Got>> all = new ArrayList<>();
            for (Future<List<Got>> rival : rivals) {
                all.add(rival.get());
            }
            return all;
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    void of_rivals_that_claim_at_the_same_moment_exactly_one_is_granted_and_its_fence_is_the_highest_so_far()
            throws Exception {
        List<List<Got>> all = race(Some.key(), LockClaim::tryAcquire);

        long highest = 0;
        for (int i = 0; i < ROUNDS; i++) {
            int round = i;
            List<Got> winners = all.stream()
                    .map(rival -> rival.get(round))
                    .filter(Got::granted)
                    .toList();
            assertThat(winners).as("winners of round %d", round).hasSize(1);
            assertThat(winners.get(0).fence()).as("fence of round %d", round).isGreaterThan(highest);
            highest = winners.get(0).fence();
        }
    }

    @Test
    void of_rivals_that_steal_at_the_same_moment_each_has_a_fence_of_its_own_and_the_last_one_holds() throws Exception {
        LockKey key = Some.key();
        List<List<Got>> all = race(key, claim -> claim.steal(Some.NOW));

        List<Long> fences = all.stream()
                .flatMap(List::stream)
                .filter(Got::granted)
                .map(Got::fence)
                .toList();
        assertThat(fences).hasSizeGreaterThanOrEqualTo(ROUNDS).doesNotHaveDuplicates();
        assertThat(redis.redis().exists(Some.lockKey(key))).isZero();
    }

    @Test
    void a_claim_that_races_a_release_is_granted_or_refused_and_never_lost() throws Exception {
        LockKey key = Some.key();
        LockStore mine = STORES.get(0).locks();
        ExecutorService rival = Executors.newSingleThreadExecutor();
        try {
            for (int i = 0; i < ROUNDS; i++) {
                LockClaim held = Some.claim(mine, key);
                Some.take(held);
                LockClaim waiting = Some.claim(STORES.get(1).locks(), key);
                Future<Acquisition> asked = rival.submit(waiting::tryAcquire);
                assertThat(held.release()).isEqualTo(Release.RELEASED);
                boolean granted = asked.get() instanceof Acquisition.Granted;
                assertThat(waiting.release()).isEqualTo(granted ? Release.RELEASED : Release.NOT_MINE);
            }
        } finally {
            rival.shutdownNow();
        }
    }
}
