package dev.holdfast.app.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.app.config.Locks;
import dev.holdfast.app.locks.OpenLocks;
import dev.holdfast.embedded.EmbeddedPostgres;
import dev.holdfast.event.WorkerEvent;
import dev.holdfast.job.NewJob;
import dev.holdfast.job.Outcome;
import dev.holdfast.lease.LeaseToken;
import dev.holdfast.lease.SessionId;
import dev.holdfast.lock.HeldLock;
import dev.holdfast.lock.LockCare;
import dev.holdfast.lock.LockClaim;
import dev.holdfast.lock.LockInspector;
import dev.holdfast.lock.LockKey;
import dev.holdfast.lock.LockPolicy;
import dev.holdfast.lock.Owner;
import dev.holdfast.lock.Steal;
import dev.holdfast.pg.Migrations;
import dev.holdfast.pg.PgConfig;
import dev.holdfast.pg.PgStore;
import dev.holdfast.plugin.Handlers;
import dev.holdfast.redis.RedisConfig;
import dev.holdfast.runtime.Environment;
import dev.holdfast.runtime.ShutdownPlan;
import dev.holdfast.runtime.Stores;
import dev.holdfast.runtime.Worker;
import dev.holdfast.runtime.WorkerConfig;
import io.lettuce.core.RedisClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The accidents from which the design began, inside one worker, on each durable store. */
class OriginTest {
    private static final Duration TTL = Duration.ofSeconds(3);
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final LockKey KEY = new LockKey("pr-actuation", "owner/repo#7");
    private static final LockKey OTHER = new LockKey("ai-review", "owner/repo#7@0a1b2c:full");

    @TempDir
    Path folder;

    private final Queue<WorkerEvent> events = new ConcurrentLinkedQueue<>();
    private final Semaphore firstHolds = new Semaphore(0);
    private final CountDownLatch firstGoes = new CountDownLatch(1);
    private Where.Opened where;
    private PgStore queue;
    private OpenLocks locks;
    private Worker worker;

    @AfterEach
    void tearDown() throws Exception {
        firstGoes.countDown();
        if (worker != null) {
            worker.close();
        }
        if (locks != null) {
            locks.close();
            queue.close();
        }
        where.close();
    }

    private void start(Where kept, Handlers handlers) throws Exception {
        open(kept.open(folder));
        begin(handlers, locks.care());
    }

    private void open(Where.Opened opened) throws Exception {
        where = opened;
        PgConfig database = PgConfig.of(EmbeddedPostgres.shared().createDatabase())
                .with(PgConfig.Options.DEFAULTS.withPoolSize(4).withTtl(TTL));
        Migrations.migrate(database);
        queue = PgStore.open(database);
        Optional<RedisConfig> redis = Optional.ofNullable(opened.redis())
                .map(server -> RedisConfig.of(server.url()).with(RedisConfig.Times.ofTtl(TTL)));
        Locks chosen = new Locks(redis.isPresent() ? Locks.REDIS : Locks.POSTGRES, redis);
        locks = OpenLocks.open(chosen, queue, Optional.empty(), queue.sessions()::deployment);
    }

    private void begin(Handlers handlers, LockCare care) {
        WorkerConfig config = new WorkerConfig(
                "origin",
                new WorkerConfig.Work(List.of("default"), 4, 0, Duration.ofMillis(50)),
                new WorkerConfig.Term(TTL, Duration.ofMillis(300), Duration.ofMillis(600), Duration.ofMillis(100)),
                new ShutdownPlan(
                        Duration.ofSeconds(6), Duration.ofSeconds(1), Duration.ofSeconds(1), Duration.ofMillis(500)));
        Stores stores = new Stores(queue.sessions(), locks.store(), queue.effects(), care);
        worker = Worker.create(config, stores, handlers, Environment.embedded(events::add));
        worker.start();
    }

    private void enqueue(String kind) {
        queue.queue().enqueue(NewJob.of(kind, Map.of()));
    }

    private <E extends WorkerEvent> E awaitEvent(Class<E> type) {
        await().atMost(PATIENCE).until(() -> events.stream().anyMatch(type::isInstance));
        return events.stream()
                .filter(type::isInstance)
                .map(type::cast)
                .findFirst()
                .orElseThrow();
    }

    private Optional<LockInspector.Shown> holder(LockKey key) {
        return locks.inspector().orElseThrow().list(10).stream()
                .filter(shown -> shown.key().equals(key))
                .findFirst();
    }

    /** Case 44. */
    @ParameterizedTest
    @EnumSource
    @DisplayName("steal then original release -> the stealer's registry entry survives and is released at shutdown")
    void stealThenOriginalReleaseTheStealersRegistryEntrySurvivesAndIsReleasedAtShutdown(Where kept) throws Exception {
        CountDownLatch stealerHolds = new CountDownLatch(1);
        CountDownLatch originalReleased = new CountDownLatch(1);
        Queue<Boolean> survived = new ConcurrentLinkedQueue<>();
        Handlers handlers = new Handlers()
                .handle("original", Map.class, (payload, attempt) -> {
                    HeldLock lock = attempt.lock(KEY, LockPolicy.PROCEED);
                    firstHolds.release();
                    waitDeaf(stealerHolds);
                    lock.close();
                    originalReleased.countDown();
                    return Outcome.complete();
                })
                .handle("stealer", Map.class, (payload, attempt) -> {
                    HeldLock lock = attempt.lock(KEY);
                    stealerHolds.countDown();
                    originalReleased.await();
                    survived.add(attempt.held(KEY).filter(held -> held == lock).isPresent() && lock.isHeld());
                    new CountDownLatch(1).await();
                    return Outcome.complete();
                });
        start(kept, handlers);
        enqueue("original");
        firstHolds.acquire();
        assertThat(locks.inspector()
                        .orElseThrow()
                        .steal(KEY, new Steal("taken over", Steal.Mode.NOW))
                        .orElseThrow()
                        .freed())
                .isTrue();
        enqueue("stealer");

        await().atMost(PATIENCE).until(() -> !survived.isEmpty());
        assertThat(survived).containsExactly(true);
        // For longer than the ttl: it is still renewed.
        long fence = holder(KEY).orElseThrow().holder().fence().value();
        await().pollDelay(TTL.plusMillis(500)).atMost(PATIENCE).until(() -> true);
        assertThat(holder(KEY).orElseThrow().holder().fence().value()).isEqualTo(fence);

        worker.requestStop();
        worker.requestStop();
        assertThat(worker.awaitStop().forced()).isEmpty();
        assertThat(holder(KEY)).isEmpty();
    }

    /** It is told that its lock is gone, and goes on: that is what this case is about. */
    private static void waitDeaf(CountDownLatch latch) {
        boolean told = false;
        while (latch.getCount() > 0) {
            try {
                latch.await();
            } catch (InterruptedException e) {
                told = true;
            }
        }
        if (told) {
            Thread.currentThread().interrupt();
        }
    }

    /** Case 45. */
    @Test
    @DisplayName("null-token release -> unregisters nobody")
    void nullTokenReleaseUnregistersNobody() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch rivalHolds = new CountDownLatch(1);
        Queue<String> seen = new ConcurrentLinkedQueue<>();
        Handlers handlers = new Handlers().handle("work", Map.class, (payload, attempt) -> {
            HeldLock stays = attempt.lock(OTHER);
            firstHolds.release();
            firstGoes.await();
            HeldLock unguarded = attempt.lock(KEY, LockPolicy.PROCEED);
            seen.add("fence " + unguarded.fence().isPresent());
            asked.countDown();
            rivalHolds.await();
            unguarded.close();
            unguarded.close();
            seen.add("registered "
                    + attempt.held(OTHER).filter(held -> held == stays).isPresent());
            seen.add("held " + stays.isHeld());
            return Outcome.complete();
        });
        start(Where.REDIS, handlers);
        enqueue("work");
        firstHolds.acquire();
        where.redis().pause();
        firstGoes.countDown();
        asked.await();
        where.redis().resume();
        LockClaim rival = locks.store().claim(KEY, rival());
        await().atMost(PATIENCE).until(() -> rival.tryAcquire() instanceof dev.holdfast.lock.Acquisition.Granted);
        rivalHolds.countDown();

        await().atMost(PATIENCE).until(() -> seen.size() == 3);
        assertThat(seen).containsExactly("fence false", "registered true", "held true");
        assertThat(awaitEvent(WorkerEvent.LockUnguarded.class).key()).isEqualTo(KEY);
        assertThat(holder(KEY)).as("the rival's").isPresent();
    }

    private Owner rival() {
        SessionId session = worker.session().orElseThrow();
        return Owner.of(new LeaseToken(session, 0), dev.holdfast.lease.JobId.NONE);
    }

    /** Case 35, all eight values. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "noeviction",
                "allkeys-lru",
                "allkeys-lfu",
                "allkeys-random",
                "volatile-lru",
                "volatile-lfu",
                "volatile-random",
                "volatile-ttl"
            })
    void case_35_only_a_redis_that_evicts_nothing_is_accepted_at_boot(String policy) throws Exception {
        open(Where.REDIS.open(folder));
        set(policy);
        begin(new Handlers(), locks.care());

        if (policy.equals("noeviction")) {
            awaitEvent(WorkerEvent.SessionOpened.class);
            assertThat(worker.refusal()).isEmpty();
        } else {
            worker.awaitStop();
            assertThat(worker.refusal())
                    .hasValueSatisfying(why -> assertThat(why).contains("redis", policy, "noeviction"));
            assertThat(events).noneMatch(WorkerEvent.SessionOpened.class::isInstance);
        }
    }

    @Test
    void case_35_a_policy_that_changes_at_run_time_is_told_and_the_worker_is_not_ready() throws Exception {
        open(Where.REDIS.open(folder));
        begin(new Handlers(), new LockCare(locks.care().guard(), locks.care().leftovers(), Duration.ofMillis(200)));
        await().atMost(PATIENCE).until(() -> worker.health().ready());

        set("volatile-lru");
        assertThat(awaitEvent(WorkerEvent.LockStoreUnsafe.class).why()).contains("volatile-lru", "noeviction");
        assertThat(worker.health().ready()).isFalse();

        set("noeviction");
        awaitEvent(WorkerEvent.LockStoreSafe.class);
        assertThat(worker.health().ready()).isTrue();
    }

    private void set(String policy) {
        RedisClient client = RedisClient.create(where.redis().url());
        try (var connection = client.connect()) {
            assertThat(connection.sync().configSet("maxmemory-policy", policy)).isEqualTo("OK");
        } finally {
            client.shutdown();
        }
    }
}
