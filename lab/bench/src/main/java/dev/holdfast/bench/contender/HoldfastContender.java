package dev.holdfast.bench.contender;

import dev.holdfast.job.NewJob;
import dev.holdfast.job.Outcome;
import dev.holdfast.pg.Migrations;
import dev.holdfast.pg.PgConfig;
import dev.holdfast.pg.PgStore;
import dev.holdfast.plugin.Handlers;
import dev.holdfast.runtime.Worker;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Holdfast itself: the runtime with every feature on. Settings: those of {@link HoldfastWorker}, {@code history}
 * ({@code true} keeps finished jobs), {@code enqueue} (how many jobs a call).
 */
public final class HoldfastContender implements Contender {
    private static final String KIND = "noop";

    private final PgConfig database;
    private final Map<String, String> settings;
    private final PgStore store;
    private final HoldfastWorker worker;
    private Settled settled = new Settled();
    private Optional<Worker> working = Optional.empty();
    private Optional<Sleepers> sleepers = Optional.empty();

    public HoldfastContender(String url, Map<String, String> settings) {
        this.database = PgConfig.of(url);
        this.settings = settings;
        this.store = PgStore.open(database);
        this.worker = new HoldfastWorker(store, settings);
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
        int chunk = Integer.parseInt(settings.getOrDefault("enqueue", "5000"));
        for (int left = jobs; left > 0; left -= chunk) {
            store.queue().enqueue(Collections.nCopies(Math.min(left, chunk), job));
        }
    }

    @Override
    public void drain(int jobs) throws InterruptedException {
        Settled all = new Settled();
        try (Worker draining = worker.start(noops(), all)) {
            all.await(jobs);
        }
    }

    private static Handlers noops() {
        return new Handlers().handle(KIND, Object.class, (payload, attempt) -> Outcome.complete());
    }

    @Override
    public Map<String, Double> pickUp(int probes) throws Exception {
        PickUps pickUps = new PickUps(probes);
        Handlers handlers = new Handlers().handle(KIND, Object.class, (payload, attempt) -> {
            pickUps.seen();
            return Outcome.complete();
        });
        try (Worker idle = worker.start(handlers, new Settled())) {
            return pickUps.run(() -> store.queue().enqueue(NewJob.ofJson(KIND, "{}")));
        }
    }

    @Override
    public Map<String, Double> steady(int jobsPerSecond, int seconds) throws Exception {
        SteadyLoad load = new SteadyLoad(jobsPerSecond, seconds);
        Handlers handlers = new Handlers().handle(KIND, Long.class, (due, attempt) -> {
            load.started(due);
            return Outcome.complete();
        });
        try (Worker steady = worker.start(handlers, new Settled())) {
            return load.run((jobs, due) -> {
                List<NewJob> batch = Collections.nCopies(jobs, NewJob.ofJson(KIND, Long.toString(due)));
                store.queue().enqueue(batch);
            });
        }
    }

    @Override
    public Map<String, Double> hold(int jobs) throws InterruptedException {
        Sleepers held = new Sleepers(jobs);
        sleepers = Optional.of(held);
        fill(jobs);
        working = Optional.of(worker.start(new Handlers().handle(KIND, Object.class, held), new Settled()));
        held.awaitAsleep();
        return held.footprint();
    }

    @Override
    public void work() {
        settled = new Settled();
        working = Optional.of(worker.start(noops(), settled));
    }

    @Override
    public Map<String, Double> count() {
        return Map.of("jobs", (double) settled.count());
    }

    @Override
    public void rest() throws InterruptedException {
        sleepers.ifPresent(Sleepers::wake);
        if (working.isPresent()) {
            working.get().close();
        }
    }

    @Override
    public void close() throws InterruptedException {
        rest();
        store.close();
    }
}
