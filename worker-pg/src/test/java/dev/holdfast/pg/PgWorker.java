package dev.holdfast.pg;

import static org.awaitility.Awaitility.await;

import dev.holdfast.job.Outcome;
import dev.holdfast.plugin.Handlers;
import dev.holdfast.runtime.Environment;
import dev.holdfast.runtime.ShutdownPlan;
import dev.holdfast.runtime.Stores;
import dev.holdfast.runtime.Worker;
import dev.holdfast.runtime.WorkerConfig;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** A whole worker on a store, which counts the jobs that it has begun. */
final class PgWorker implements AutoCloseable {
    private final AtomicInteger begun = new AtomicInteger();
    private final TestDatabase database;
    private final Worker worker;

    PgWorker(TestDatabase database, PgStore store, Duration poll) {
        this.database = database;
        WorkerConfig defaults = WorkerConfig.defaults("test");
        worker = Worker.create(
                new WorkerConfig(
                        "test",
                        new WorkerConfig.Work(List.of("default"), 4, 0, poll),
                        defaults.term(),
                        ShutdownPlan.DEFAULTS),
                new Stores(store.sessions(), store.locks(), store.effects()),
                new Handlers().handle(PgScene.KIND, Object.class, (payload, attempt) -> {
                    begun.incrementAndGet();
                    return Outcome.complete();
                }),
                Environment.embedded(event -> {}));
        worker.start();
        await().until(() -> worker.session().isPresent());
    }

    int begun() {
        return begun.get();
    }

    void awaitIdle() {
        await().until(() -> database.count("select count(*) from holdfast.idle") == 1);
    }

    @Override
    public void close() throws InterruptedException {
        worker.close();
    }
}
