package dev.holdfast.app.work;

import dev.holdfast.app.http.Endpoint;
import dev.holdfast.app.http.Intake;
import dev.holdfast.app.locks.OpenLocks;
import dev.holdfast.app.metrics.Metrics;
import dev.holdfast.event.EventListener;
import dev.holdfast.pg.Migrations;
import dev.holdfast.pg.PgConfig;
import dev.holdfast.pg.PgStore;
import dev.holdfast.queue.StoreUnavailableException;
import dev.holdfast.runtime.Environment;
import dev.holdfast.runtime.Halter;
import dev.holdfast.runtime.Health;
import dev.holdfast.runtime.StopReport;
import dev.holdfast.runtime.Stores;
import dev.holdfast.runtime.Worker;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One worker with its endpoint. The endpoint answers from the start, also while the database is away; deliveries are
 * then refused, and the worker says that it is not ready. Thread-safe.
 */
public final class RunningWorker implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RunningWorker.class);
    private static final long SECONDS_BETWEEN_LOOKS = 1;

    private final PgConfig database;
    private final PgStore store;
    private final OpenLocks locks;
    private final AtomicReference<String> deployment = new AtomicReference<>();
    private final Metrics metrics = new Metrics();
    private final Worker worker;
    private final Endpoint endpoint;
    private final CountDownLatch stopAsked = new CountDownLatch(1);
    private volatile Optional<String> away = Optional.of("the worker is starting");

    /**
     * Puts a worker together and starts its endpoint.
     *
     * @param events hears everything the worker does
     * @param halter ends the process when an owner must not live on
     */
    public RunningWorker(Assembly assembly, EventListener events, Halter halter) {
        this.database = assembly.config()
                .database()
                .forWorker(assembly.config().worker().term().ttl());
        this.store = PgStore.open(database);
        this.locks = OpenLocks.open(assembly.config().locks(), store, assembly.pluginLocks(), deployment::get);
        Stores stores = new Stores(store.sessions(), locks.store(), store.effects(), locks.care());
        this.worker = Worker.create(
                assembly.config().worker(), stores, assembly.handlers(), Environment.of(toAll(events), halter));
        this.endpoint = Endpoint.start(
                assembly.config().http(), new Intake(assembly.webhooks(), store.queue()), this::readiness, metrics);
        metrics.watch(() -> readiness().problems().isEmpty());
    }

    private EventListener toAll(EventListener events) {
        return event -> {
            store.ledger().on(event);
            metrics.on(event);
            events.on(event);
        };
    }

    /**
     * Waits until the database can be used, then lets the worker lease. Blocks until then, or until a stop is asked for.
     *
     * @throws dev.holdfast.pg.NotReadyException if the database is there and cannot be used, naming what to change
     */
    public void begin() throws InterruptedException {
        while (stopAsked.getCount() > 0 && !isDatabaseUsable()) {
            stopAsked.await(SECONDS_BETWEEN_LOOKS, TimeUnit.SECONDS);
        }
        worker.start();
        away = Optional.empty();
    }

    private boolean isDatabaseUsable() {
        try {
            Migrations.require(database);
            deployment.set(store.sessions().deployment());
            return true;
        } catch (StoreUnavailableException e) {
            tellOnce("the database cannot be reached, trying again: " + e.getMessage());
            return false;
        }
    }

    private void tellOnce(String problem) {
        if (!away.equals(Optional.of(problem))) {
            LOG.warn(problem);
            away = Optional.of(problem);
        }
    }

    private Endpoint.Readiness readiness() {
        Health health = worker.health();
        return new Endpoint.Readiness(away.map(List::of).orElse(health.problems()), health.notes());
    }

    /** The port of the endpoint. */
    public int port() {
        return endpoint.port();
    }

    /** Asks for the drain; a second time, cancels what still runs. Returns at once; safe in a signal handler. */
    public void requestStop() {
        // In this order: whoever waits in begin() must not start a worker that does not know of the stop yet.
        worker.requestStop();
        stopAsked.countDown();
    }

    /** Waits until the worker has stopped. */
    public StopReport awaitStop() throws InterruptedException {
        return worker.awaitStop();
    }

    /** Why the worker would not start on its stores, if so. */
    public Optional<String> refusal() {
        return worker.refusal();
    }

    /** Frees the port and the connections; for a process that lives on. */
    @Override
    public void close() {
        endpoint.close();
        locks.close();
        store.close();
    }
}
