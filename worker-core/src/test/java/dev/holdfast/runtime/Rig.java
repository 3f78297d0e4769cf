package dev.holdfast.runtime;

import dev.holdfast.event.WorkerEvent;
import dev.holdfast.job.Job;
import dev.holdfast.job.NewJob;
import dev.holdfast.lease.JobId;
import dev.holdfast.lease.Ticker;
import dev.holdfast.memory.MemoryStore;
import dev.holdfast.plugin.Handlers;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import org.awaitility.Awaitility;

/** A worker on the memory store, with its events recorded, and waits for events instead of time. */
final class Rig implements AutoCloseable {
    static final Duration PATIENCE = Duration.ofSeconds(20);

    final MemoryStore store;
    final List<WorkerEvent> events = new CopyOnWriteArrayList<>();
    final List<String> halts = new CopyOnWriteArrayList<>();
    final Worker worker;
    private volatile Consumer<WorkerEvent> also = event -> {};
    private final BlockingQueue<WorkerEvent> arriving = new LinkedBlockingQueue<>();

    Rig(MemoryStore store, WorkerConfig config, Handlers handlers) {
        this(store, new Stores(store.sessions(), store.locks(), store.effects()), config, handlers);
    }

    Rig(MemoryStore store, Stores stores, WorkerConfig config, Handlers handlers) {
        this(store, stores, config, handlers, Ticker.system());
    }

    /** On a clock of the test's. */
    Rig(MemoryStore store, Stores stores, WorkerConfig config, Handlers handlers, Ticker ticker) {
        this.store = store;
        Halter halter = (status, why) -> halts.add(status + " " + why);
        Environment around = new Environment(this::hear, Optional.of(halter), ticker, RandomGenerator.getDefault());
        this.worker = Worker.create(config, stores, handlers, around);
    }

    /** Inside an application that must not be ended. */
    private Rig(Wire wire, WorkerConfig config, Handlers handlers) {
        this.store = wire.store();
        this.worker = Worker.create(config, wire.stores(), handlers, Environment.embedded(this::hear));
    }

    static Rig embedded(Wire wire, WorkerConfig config, Handlers handlers) {
        Rig rig = new Rig(wire, config, handlers);
        rig.worker.start();
        return rig;
    }

    static Rig start(Wire wire, WorkerConfig config, Handlers handlers, Ticker ticker) {
        Rig rig = new Rig(wire.store(), wire.stores(), config, handlers, ticker);
        rig.worker.start();
        return rig;
    }

    static Rig start(Wire wire, Handlers handlers) {
        return start(wire, config(), handlers, Ticker.system());
    }

    /** On stores other than those of the wire. */
    static Rig start(Wire wire, Stores stores, Handlers handlers) {
        return start(wire, stores, config(), handlers);
    }

    static Rig start(Wire wire, Stores stores, WorkerConfig config, Handlers handlers) {
        Rig rig = new Rig(wire.store(), stores, config, handlers, Ticker.system());
        rig.worker.start();
        return rig;
    }

    static WorkerConfig config() {
        return new WorkerConfig(
                "test",
                new WorkerConfig.Work(List.of("default"), 4, 0, Duration.ofMillis(20)),
                new WorkerConfig.Term(
                        Duration.ofSeconds(2), Duration.ofMillis(100), Duration.ofMillis(400), Duration.ofMillis(50)),
                new ShutdownPlan(
                        Duration.ofSeconds(5), Duration.ofSeconds(1), Duration.ofSeconds(1), Duration.ofMillis(200)));
    }

    static Rig start(Handlers handlers) {
        Rig rig = new Rig(new MemoryStore(), config(), handlers);
        rig.worker.start();
        return rig;
    }

    private void hear(WorkerEvent event) {
        events.add(event);
        arriving.add(event);
        also.accept(event);
    }

    /** Does something on the thread that tells. */
    void whenHeard(Consumer<WorkerEvent> action) {
        also = action;
    }

    JobId enqueue(NewJob job) {
        return store.queue().enqueue(job).id();
    }

    Job job(JobId id) {
        return store.jobs().show(id).orElseThrow();
    }

    List<String> steps() {
        return all(WorkerEvent.ShutdownStep.class).stream()
                .map(WorkerEvent.ShutdownStep::step)
                .toList();
    }

    /** Waits for the next event of the type that was not waited for before. */
    <E extends WorkerEvent> E await(Class<E> type) throws InterruptedException {
        return await(type, event -> true);
    }

    <E extends WorkerEvent> E await(Class<E> type, Predicate<E> which) throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            WorkerEvent event = arriving.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
            if (event == null) {
                throw new AssertionError("no " + type.getSimpleName() + " came; there were " + tail());
            }
            if (type.isInstance(event) && which.test(type.cast(event))) {
                return type.cast(event);
            }
        }
    }

    /** Waits until such an event was told, in whatever order with others. */
    <E extends WorkerEvent> void awaitTold(Class<E> type, Predicate<E> which) {
        Awaitility.await().atMost(PATIENCE).until(() -> all(type).stream().anyMatch(which));
    }

    private List<WorkerEvent> tail() {
        return events.subList(Math.max(0, events.size() - 30), events.size());
    }

    /** Waits until the job has reached its final state; every settlement is an event, so no time is waited for. */
    Job awaitFinal(JobId id) throws InterruptedException {
        Job job = store.jobs().show(id).orElseThrow();
        while (!job.state().isFinal()) {
            await(WorkerEvent.JobSettled.class);
            job = store.jobs().show(id).orElseThrow();
        }
        return job;
    }

    <E extends WorkerEvent> List<E> all(Class<E> type) {
        return events.stream().filter(type::isInstance).map(type::cast).toList();
    }

    @Override
    public void close() throws InterruptedException {
        worker.close();
    }
}
