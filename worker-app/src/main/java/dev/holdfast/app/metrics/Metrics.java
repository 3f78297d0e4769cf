package dev.holdfast.app.metrics;

import dev.holdfast.event.EventListener;
import dev.holdfast.event.WorkerEvent;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Counts what a worker tells, for Prometheus. Thread-safe; never blocks. Every kind of event has its counter from the
 * start, so that a rate over one that has not happened yet is zero and not missing.
 */
public final class Metrics implements EventListener {
    /** Media type of {@link #scrape}. */
    public static final String MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8";

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final Map<Class<?>, Counter> events;
    private final AtomicBoolean unsafe = new AtomicBoolean();

    public Metrics() {
        events = Arrays.stream(WorkerEvent.class.getPermittedSubclasses())
                .collect(Collectors.toMap(Function.identity(), this::counter));
        gauge("holdfast.lock.store.unsafe", "1 while held locks may vanish from the lock store", unsafe::get);
    }

    private Counter counter(Class<?> event) {
        return Counter.builder("holdfast.events")
                .description("Events of the worker, by name; docs/events.md explains each")
                .tag("event", event.getSimpleName())
                .register(registry);
    }

    /** @param ready asked for each scrape */
    public void watch(BooleanSupplier ready) {
        gauge("holdfast.ready", "1 while the worker takes on work", ready);
    }

    private void gauge(String name, String description, BooleanSupplier value) {
        Gauge.builder(name, () -> value.getAsBoolean() ? 1 : 0)
                .description(description)
                .strongReference(true)
                .register(registry);
    }

    @Override
    public void on(WorkerEvent event) {
        events.get(event.getClass()).increment();
        if (event instanceof WorkerEvent.LockStoreUnsafe) {
            unsafe.set(true);
        } else if (event instanceof WorkerEvent.LockStoreSafe) {
            unsafe.set(false);
        }
    }

    /** Everything, in the text format of Prometheus. */
    public String scrape() {
        return registry.scrape();
    }
}
