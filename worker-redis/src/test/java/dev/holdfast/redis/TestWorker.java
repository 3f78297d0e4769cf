package dev.holdfast.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.event.WorkerEvent;
import dev.holdfast.job.JobHandler;
import dev.holdfast.job.NewJob;
import dev.holdfast.lease.JobId;
import dev.holdfast.lease.Ticker;
import dev.holdfast.memory.MemoryStore;
import dev.holdfast.plugin.Handlers;
import dev.holdfast.runtime.Environment;
import dev.holdfast.runtime.ShutdownPlan;
import dev.holdfast.runtime.Stores;
import dev.holdfast.runtime.Worker;
import dev.holdfast.runtime.WorkerConfig;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.random.RandomGenerator;

/** A whole worker whose queue is in memory and whose locks are on Redis; what it tells is kept with the time. */
final class TestWorker implements AutoCloseable {
    static final Duration TTL = Duration.ofMillis(1500);
    static final Duration MARGIN = Duration.ofMillis(400);
    static final Duration TIMEOUT = Duration.ofMillis(250);

    private static final WorkerConfig CONFIG = new WorkerConfig(
            "test",
            new WorkerConfig.Work(List.of("default"), 4, 0, Duration.ofMillis(20)),
            new WorkerConfig.Term(Duration.ofSeconds(5), Duration.ofMillis(200), MARGIN, Duration.ofMillis(50)),
            new ShutdownPlan(
                    Duration.ofSeconds(3), Duration.ofMillis(600), Duration.ofMillis(600), Duration.ofMillis(100)));

    /** An event and when it was told, on the ticker of the tests. */
    record Told(Duration at, WorkerEvent event) {}

    private static final Ticker TICKER = Ticker.system();

    private final MemoryStore queue = new MemoryStore();
    private final List<Told> told = new CopyOnWriteArrayList<>();
    private final AtomicReference<Duration> halted = new AtomicReference<>();
    private final RedisLockStore store;
    private final Worker worker;

    private TestWorker(String url, JobHandler<Object> handler) {
        RedisConfig config = TestRedis.config(url, TTL);
        store = TestRedis.open(config.with(config.times().withTimeout(TIMEOUT)));
        worker = Worker.create(
                CONFIG,
                new Stores(queue.sessions(), store.locks(), queue.effects()),
                new Handlers().handle("work", Object.class, handler),
                new Environment(
                        event -> told.add(new Told(now(), event)),
                        Optional.of((status, why) -> halted.compareAndSet(null, now())),
                        TICKER,
                        RandomGenerator.getDefault()));
    }

    /** Starts a worker that reaches Redis by this URL, and has it run one job. */
    static TestWorker run(String url, JobHandler<Object> handler) {
        TestWorker started = new TestWorker(url, handler);
        started.worker.start();
        started.enqueue();
        return started;
    }

    static Duration now() {
        return TICKER.now();
    }

    JobId enqueue() {
        return queue.queue().enqueue(NewJob.of("work", Map.of())).id();
    }

    Worker worker() {
        return worker;
    }

    /** When the process would have ended, if it had. */
    Optional<Duration> haltedAt() {
        return Optional.ofNullable(halted.get());
    }

    <E extends WorkerEvent> List<E> all(Class<E> type) {
        return told.stream()
                .map(Told::event)
                .filter(type::isInstance)
                .map(type::cast)
                .toList();
    }

    /** When such an event was told for the first time. */
    Duration when(Class<? extends WorkerEvent> type) {
        await().atMost(Duration.ofSeconds(20))
                .pollInterval(Duration.ofMillis(5))
                .until(() -> told.stream().anyMatch(one -> type.isInstance(one.event())));
        return told.stream()
                .filter(one -> type.isInstance(one.event()))
                .findFirst()
                .orElseThrow()
                .at();
    }

    @Override
    public void close() throws InterruptedException {
        worker.requestStop();
        worker.requestStop();
        assertThat(worker.awaitStop()).isNotNull();
        store.close();
    }
}
