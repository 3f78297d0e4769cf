package dev.holdfast.bench.contender;

import dev.holdfast.event.EventListener;
import dev.holdfast.job.Attempt;
import dev.holdfast.job.NewJob;
import dev.holdfast.job.Outcome;
import dev.holdfast.lock.LockKey;
import dev.holdfast.lock.LockStore;
import dev.holdfast.memory.MemoryStore;
import dev.holdfast.pg.Migrations;
import dev.holdfast.pg.PgConfig;
import dev.holdfast.pg.PgStore;
import dev.holdfast.plugin.Handlers;
import dev.holdfast.queue.JobQueue;
import dev.holdfast.redis.RedisConfig;
import dev.holdfast.redis.RedisLockStore;
import dev.holdfast.runtime.Environment;
import dev.holdfast.runtime.ShutdownPlan;
import dev.holdfast.runtime.Stores;
import dev.holdfast.runtime.Worker;
import dev.holdfast.runtime.WorkerConfig;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Locks of Holdfast as a handler takes them, by {@code attempt.lock}, with registry, trust window, events and renewals.
 * The URL decides the store: {@code redis://} with a queue in memory, or {@code jdbc:postgresql:} for both.
 */
public final class HoldfastLocks implements Contender {
    private static final String KIND = "locker";

    private final String url;

    public HoldfastLocks(String url, Map<String, String> settings) {
        this.url = url;
    }

    @Override
    public void prepare() {
        if (isPostgres()) {
            Migrations.migrate(PgConfig.of(url));
        }
    }

    @Override
    public Map<String, Double> locks(int threads, int seconds) throws Exception {
        return isPostgres() ? onPostgres(threads, seconds) : onRedis(threads, seconds);
    }

    private boolean isPostgres() {
        return url.startsWith("jdbc:");
    }

    private Map<String, Double> onPostgres(int threads, int seconds) throws Exception {
        PgConfig config = PgConfig.of(url).with(PgConfig.Options.DEFAULTS.withPoolSize(threads + 4));
        try (PgStore store = PgStore.open(config)) {
            Stores stores = new Stores(store.sessions(), store.locks(), store.effects());
            return run(stores, store.queue(), threads, seconds);
        }
    }

    private Map<String, Double> onRedis(int threads, int seconds) throws Exception {
        MemoryStore memory = new MemoryStore();
        try (RedisLockStore redis = RedisLockStore.open(RedisConfig.of(url), () -> "bench")) {
            LockStore locks = redis.locks();
            Stores stores = new Stores(memory.sessions(), locks, memory.effects());
            return run(stores, memory.queue(), threads, seconds);
        }
    }

    private static Map<String, Double> run(Stores stores, JobQueue queue, int threads, int seconds) throws Exception {
        CountDownLatch ended = new CountDownLatch(threads);
        LockPairs pairs = new LockPairs(seconds);
        AtomicInteger next = new AtomicInteger();
        Handlers handlers = new Handlers().handle(KIND, Object.class, (payload, attempt) -> {
            pairs.loop(next.getAndIncrement(), key -> pair(attempt, key));
            ended.countDown();
            return Outcome.complete();
        });
        queue.enqueue(Collections.nCopies(threads, NewJob.ofJson(KIND, "{}")));
        WorkerConfig.Work work =
                new WorkerConfig.Work(List.of(NewJob.DEFAULT_QUEUE), threads, 0, Duration.ofSeconds(1));
        WorkerConfig config = new WorkerConfig("bench", work, WorkerConfig.Term.DEFAULTS, ShutdownPlan.DEFAULTS);
        try (Worker worker = Worker.create(config, stores, handlers, Environment.embedded(EventListener.NONE))) {
            worker.start();
            ended.await();
        }
        return pairs.measured();
    }

    private static void pair(Attempt attempt, String key) throws InterruptedException {
        attempt.lock(new LockKey("bench", key)).close();
    }

    @Override
    public void close() {}
}
