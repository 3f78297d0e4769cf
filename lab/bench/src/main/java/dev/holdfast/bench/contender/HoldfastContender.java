package dev.holdfast.bench.contender;

import dev.holdfast.event.EventListener;
import dev.holdfast.event.WorkerEvent;
import dev.holdfast.job.NewJob;
import dev.holdfast.job.Outcome;
import dev.holdfast.pg.Migrations;
import dev.holdfast.pg.PgConfig;
import dev.holdfast.pg.PgStore;
import dev.holdfast.plugin.Handlers;
import dev.holdfast.runtime.Environment;
import dev.holdfast.runtime.ShutdownPlan;
import dev.holdfast.runtime.Stores;
import dev.holdfast.runtime.Worker;
import dev.holdfast.runtime.WorkerConfig;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Holdfast itself: the runtime with every feature on. Settings: {@code concurrency}, {@code prefetch}, {@code history}
 * ({@code true} keeps finished jobs).
 */
public final class HoldfastContender implements Contender {
    private static final int CHUNK = 5_000;
    private static final String KIND = "noop";

    private final PgConfig database;
    private final Map<String, String> settings;
    private final PgStore store;

    public HoldfastContender(String url, Map<String, String> settings) {
        this.database = PgConfig.of(url);
        this.settings = settings;
        this.store = PgStore.open(database);
    }

    @Override
    public void prepare() {
        Migrations.migrate(database);
        boolean history = Boolean.parseBoolean(settings.getOrDefault("history", "false"));
        store.queue().retain(NewJob.DEFAULT_QUEUE, history ? Optional.of(Duration.ofDays(7)) : Optional.empty());
    }

    @Override
    public void fill(int jobs) {
        NewJob job = NewJob.ofJson(KIND, "{}");
        for (int left = jobs; left > 0; left -= CHUNK) {
            store.queue().enqueue(Collections.nCopies(Math.min(left, CHUNK), job));
        }
    }

    @Override
    public void drain(int jobs) throws InterruptedException {
        Settled settled = new Settled(jobs);
        Handlers handlers = new Handlers().handle(KIND, Object.class, (payload, attempt) -> Outcome.complete());
        try (Worker worker = start(handlers, settled)) {
            settled.done.await();
        }
    }

    @Override
    public Map<String, Double> pickUp(int probes) throws InterruptedException {
        AtomicLong committed = new AtomicLong();
        AtomicInteger seen = new AtomicInteger();
        Percentiles latencies = new Percentiles(probes);
        Handlers handlers = new Handlers().handle(KIND, Object.class, (payload, attempt) -> {
            latencies.record(System.nanoTime() - committed.get());
            seen.incrementAndGet();
            return Outcome.complete();
        });
        Settled settled = new Settled(probes);
        try (Worker worker = start(handlers, settled)) {
            Pace pace = new Pace(20);
            for (int i = 0; i < probes; i++) {
                pace.await();
                int before = seen.get();
                store.queue().enqueue(List.of(NewJob.ofJson(KIND, "{}")));
                committed.set(System.nanoTime());
                pace.spinUntil(() -> seen.get() > before);
            }
            settled.done.await();
        }
        return latencies.millis();
    }

    private Worker start(Handlers handlers, EventListener events) {
        WorkerConfig.Work work = new WorkerConfig.Work(
                List.of(NewJob.DEFAULT_QUEUE),
                number("concurrency", 10),
                number("prefetch", 1000),
                Duration.ofSeconds(1));
        WorkerConfig config = new WorkerConfig("bench", work, WorkerConfig.Term.DEFAULTS, ShutdownPlan.DEFAULTS);
        Stores stores = new Stores(store.sessions(), store.locks(), store.effects());
        Worker worker = Worker.create(config, stores, handlers, Environment.embedded(events));
        worker.start();
        return worker;
    }

    private int number(String name, int otherwise) {
        return Optional.ofNullable(settings.get(name)).map(Integer::valueOf).orElse(otherwise);
    }

    @Override
    public void close() {
        store.close();
    }

    /** Counts what the store has accepted. */
    private static final class Settled implements EventListener {
        private final AtomicInteger left;
        private final CountDownLatch done = new CountDownLatch(1);

        Settled(int jobs) {
            left = new AtomicInteger(jobs);
        }

        @Override
        public void on(WorkerEvent event) {
            if (event instanceof WorkerEvent.JobSettled && left.decrementAndGet() == 0) {
                done.countDown();
            }
        }
    }
}
