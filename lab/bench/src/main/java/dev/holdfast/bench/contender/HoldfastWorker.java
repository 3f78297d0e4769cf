package dev.holdfast.bench.contender;

import dev.holdfast.event.EventListener;
import dev.holdfast.job.NewJob;
import dev.holdfast.pg.PgStore;
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

/** Starts workers with the settings {@code concurrency}, {@code prefetch} and {@code beatMillis} (of the heartbeat). */
final class HoldfastWorker {
    private final PgStore store;
    private final Map<String, String> settings;

    HoldfastWorker(PgStore store, Map<String, String> settings) {
        this.store = store;
        this.settings = settings;
    }

    Worker start(Handlers handlers, EventListener events) {
        WorkerConfig.Work work = new WorkerConfig.Work(
                List.of(NewJob.DEFAULT_QUEUE),
                number("concurrency", 10),
                number("prefetch", 1000),
                Duration.ofSeconds(1));
        WorkerConfig config = new WorkerConfig("bench", work, term(), ShutdownPlan.DEFAULTS);
        Stores stores = new Stores(store.sessions(), store.locks(), store.effects());
        Worker worker = Worker.create(config, stores, handlers, Environment.embedded(events));
        worker.start();
        return worker;
    }

    private WorkerConfig.Term term() {
        WorkerConfig.Term plain = WorkerConfig.Term.DEFAULTS;
        Duration beat =
                Duration.ofMillis(number("beatMillis", (int) plain.heartbeat().toMillis()));
        return new WorkerConfig.Term(plain.ttl(), beat, plain.margin(), plain.reaperRound());
    }

    private int number(String name, int otherwise) {
        return Optional.ofNullable(settings.get(name)).map(Integer::valueOf).orElse(otherwise);
    }
}
