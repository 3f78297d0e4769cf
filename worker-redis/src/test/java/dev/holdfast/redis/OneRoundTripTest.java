package dev.holdfast.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.lock.LockClaim;
import dev.holdfast.lock.LockStore;
import dev.holdfast.lock.Renewal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Renewals and last wills of any number of locks go out together and are answered one by one. */
class OneRoundTripTest {
    private static final int LOCKS = 300;

    private final List<LockClaim> claims = new ArrayList<>();
    private TestRedis redis;
    private RedisLockStore store;
    private LockStore locks;

    @BeforeEach
    void start() throws Exception {
        redis = TestRedis.start("appendfsync", "no");
        store = TestRedis.open(redis.config(Duration.ofSeconds(20)));
        locks = store.locks();
        for (int i = 0; i < LOCKS; i++) {
            claims.add(Some.claim(locks, Some.key()));
            Some.take(claims.get(i));
        }
        locks.renewAll(claims);
        locks.shorten(claims, Duration.ofSeconds(60));
    }

    @AfterEach
    void stop() {
        store.close();
        redis.close();
    }

    private long reads() {
        return Long.parseLong(redis.info("stats", "total_reads_processed"));
    }

    /** The server reads 16 KB at a time: far fewer reads than locks, and no answer is waited for in between. */
    @Test
    void all_renewals_of_a_worker_are_one_round_trip() {
        long before = reads();
        Map<LockClaim, Renewal> answers = locks.renewAll(claims);
        long reads = reads() - before;

        assertThat(answers.values()).hasSize(LOCKS).allMatch(Renewal.Renewed.class::isInstance);
        assertThat(reads).isLessThan(LOCKS / 5);
    }

    @Test
    void a_last_will_is_one_round_trip() {
        long before = reads();
        locks.shorten(claims, Duration.ofSeconds(1));
        assertThat(reads() - before).isLessThan(LOCKS / 5);

        assertThat(claims)
                .allSatisfy(claim -> assertThat(redis.redis().pttl(Some.lockKey(claim.key())))
                        .isLessThanOrEqualTo(1000));
    }

    @Test
    void each_claim_is_answered_for_itself() {
        claims.get(10).release();
        redis.redis().set(Some.lockKey(claims.get(20).key()), "somebody else's");
        Some.granted(Some.claim(locks, claims.get(30).key()).steal(Some.NOW));
        Some.claim(locks, claims.get(40).key()).steal(Some.REVOKE);

        Map<LockClaim, Renewal> answers = locks.renewAll(claims);

        List<Integer> lost = new ArrayList<>();
        for (int i = 0; i < LOCKS; i++) {
            if (answers.get(claims.get(i)) instanceof Renewal.Lost) {
                lost.add(i);
            }
        }
        assertThat(lost).containsExactly(10, 20, 30, 40);
        assertThat(answers.get(claims.get(40))).isEqualTo(new Renewal.Lost("it is being stolen: forced re-run"));
    }

    @Test
    void nothing_is_asked_for_no_claims() throws Exception {
        redis.server.pause();
        assertThat(locks.renewAll(List.of())).isEmpty();
        locks.shorten(List.of(), Duration.ofSeconds(1));
        redis.server.resume();
    }
}
