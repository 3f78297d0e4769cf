package dev.holdfast.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.lock.Acquisition;
import dev.holdfast.lock.LockClaim;
import dev.holdfast.lock.LockStore;
import dev.holdfast.lock.Release;
import dev.holdfast.lock.Renewal;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Redis answers, but not with what was asked for. */
class RefusalsTest {
    private TestRedis redis;
    private FaultProxy proxy;
    private RedisLockStore store;
    private LockStore locks;
    private LockClaim held;

    @BeforeEach
    void start() throws Exception {
        redis = TestRedis.start();
        proxy = new FaultProxy(redis.server.port());
        store = TestRedis.open(TestRedis.config(proxy.url(), Duration.ofSeconds(20)));
        locks = store.locks();
        held = Some.claim(locks, Some.key());
        Some.take(held);
        Some.renew(locks, held);
    }

    @AfterEach
    void stop() throws IOException {
        store.close();
        proxy.close();
        redis.close();
    }

    private String refusalOfAClaim() {
        Acquisition answer = Some.claim(locks, Some.key()).tryAcquire();
        assertThat(answer).isInstanceOf(Acquisition.Unknown.class);
        return ((Acquisition.Unknown) answer).cause();
    }

    @Test
    void out_of_memory_grants_nothing_but_renews_shortens_and_releases() {
        LockClaim other = Some.claim(locks, Some.key());
        Some.take(other);
        redis.redis().configSet("maxmemory", "1");

        assertThat(refusalOfAClaim()).contains("OOM").contains("raise maxmemory");
        assertThat(Some.renew(locks, held)).isInstanceOf(Renewal.Renewed.class);
        locks.shorten(List.of(other), Duration.ofSeconds(1));
        assertThat(redis.redis().pttl(Some.lockKey(other.key()))).isBetween(1L, 1000L);
        assertThat(held.release()).isEqualTo(Release.RELEASED);

        redis.redis().configSet("maxmemory", "0");
        Some.take(Some.claim(locks, held.key()));
    }

    @Test
    void out_of_memory_keeps_renewals_and_releases_working_though_the_scripts_were_forgotten() {
        redis.redis().configSet("maxmemory", "1");
        redis.redis().scriptFlush();
        assertThat(Some.renew(locks, held)).isInstanceOf(Renewal.Renewed.class);
        redis.redis().scriptFlush();
        assertThat(held.release()).isEqualTo(Release.RELEASED);
    }

    @Test
    void a_replica_leaves_everything_unknown_and_says_what_to_change() {
        redis.redis().replicaof("127.0.0.1", 1);

        assertThat(refusalOfAClaim()).contains("READONLY").contains("name the master");
        assertThat(Some.renew(locks, held)).isInstanceOf(Renewal.Unknown.class);
        assertThat(held.release()).isEqualTo(Release.UNKNOWN);

        redis.redis().replicaofNoOne();
        assertThat(Some.renew(locks, held)).isInstanceOf(Renewal.Renewed.class);
    }

    @Test
    void a_replica_that_has_lost_its_master_leaves_everything_unknown() {
        redis.redis().configSet("replica-serve-stale-data", "no");
        redis.redis().replicaof("127.0.0.1", 1);

        assertThat(refusalOfAClaim()).contains("MASTERDOWN");
        assertThat(Some.renew(locks, held)).isInstanceOf(Renewal.Unknown.class);
        assertThat(held.release()).isEqualTo(Release.UNKNOWN);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-LOADING Redis is loading the dataset in memory",
                "-CLUSTERDOWN The cluster is down",
                "-MOVED 866 127.0.0.1:1",
                "-BUSY Redis is busy running a script",
                "-TRYAGAIN Multiple keys request during rehashing of slot",
                "-NOPERM this user has no permissions to run the 'evalsha' command",
                "-MISCONF Redis is configured to save RDB snapshots"
            })
    void a_refusal_is_unknown_says_so_and_keeps_the_connection(String line) {
        String code = line.substring(1, line.indexOf(' '));
        int connections = proxy.connected();
        proxy.nextAnswer(Script.CLAIM.digest(), line);
        assertThat(refusalOfAClaim()).contains(code);
        proxy.nextAnswer(Script.RENEW.digest(), line);
        assertThat(((Renewal.Unknown) Some.renew(locks, held)).cause()).contains(code);
        proxy.nextAnswer(Script.RELEASE.digest(), line);
        assertThat(held.release()).isEqualTo(Release.UNKNOWN);

        assertThat(held.release()).isEqualTo(Release.RELEASED);
        assertThat(proxy.connected()).isEqualTo(connections);
    }

    @Test
    void a_password_that_is_asked_for_later_is_named_when_the_connection_is_made_anew() {
        redis.redis().configSet("requirepass", "secret");
        proxy.closeAll();

        await().untilAsserted(() ->
                assertThat(refusalOfAClaim()).contains("NOAUTH").contains("look at the user and password"));

        RedisConfig config =
                TestRedis.config(proxy.url(), Duration.ofSeconds(20)).withPassword("secret");
        try (RedisLockStore knowing = TestRedis.open(config)) {
            assertThat(Some.claim(knowing.locks(), held.key()).tryAcquire()).isInstanceOf(Acquisition.Busy.class);
        }
    }

    @Test
    void a_key_that_holds_something_else_is_never_touched_and_a_holder_whose_key_it_was_has_lost_it() {
        String key = Some.lockKey(held.key());
        redis.redis().del(key);
        redis.redis().lpush(key, "something else");

        assertThat(Some.claim(locks, held.key()).tryAcquire()).isInstanceOf(Acquisition.Unknown.class);
        assertThat(Some.renew(locks, held)).isInstanceOf(Renewal.Lost.class);
        assertThat(held.release()).isEqualTo(Release.NOT_MINE);
        assertThat(redis.redis().lrange(key, 0, -1)).containsExactly("something else");
    }

    @Test
    void a_value_that_is_not_ours_is_busy_and_left_alone() {
        String key = Some.lockKey(held.key());
        redis.redis().set(key, "a person was here");

        Acquisition answer = Some.claim(locks, held.key()).tryAcquire();

        assertThat(((Acquisition.Busy) answer).holder().who()).isEqualTo("a holder that is not ours");
        assertThat(held.release()).isEqualTo(Release.NOT_MINE);
        assertThat(redis.redis().get(key)).isEqualTo("a person was here");
    }
}
