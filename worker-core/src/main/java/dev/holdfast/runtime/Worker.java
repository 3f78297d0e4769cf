package dev.holdfast.runtime;

import dev.holdfast.event.WorkerEvent;
import dev.holdfast.lease.SessionId;
import dev.holdfast.plugin.Handlers;
import dev.holdfast.queue.Session;
import dev.holdfast.queue.SessionInfo;
import dev.holdfast.queue.Wake;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One worker: a session, the jobs leased under it, and the services that keep both. Thread-safe. It is started once and
 * stopped once; stopping may be asked for at any time, also before the start.
 */
public final class Worker implements AutoCloseable {
    private static final Duration LOOK = Duration.ofSeconds(1);
    /** Of the exit reserve, for rounds that the store holds up; the process needs the rest. */
    private static final int RESERVE_SHARE = 4;

    private final Context context;
    private final Optional<Halter> halter;
    private final Services services;
    private final Wakeup changed = new Wakeup();
    private final AtomicInteger stops = new AtomicInteger();
    private final CompletableFuture<StopReport> stopped = new CompletableFuture<>();
    private AutoCloseable wakes = () -> {};
    private boolean started;
    private volatile String refusal;

    private Worker(Context context, Handlers handlers, SessionInfo.ProcessInfo process, Optional<Halter> halter) {
        this.context = context;
        this.halter = halter;
        WorkerConfig config = context.config();
        SessionInfo info = new SessionInfo(
                config.instance(),
                process,
                handlers.kinds(),
                config.term().ttl(),
                config.shutdown().stopGracePeriod(),
                config.alone());
        this.services = new Services(
                context, handlers, info, new Services.Signals(changed::call, this::requestStop, this::refuse, halter));
    }

    /**
     * Puts a worker together; nothing runs yet.
     *
     * @throws IllegalArgumentException if the heartbeat or the margin does not fit the ttl that the locks have of their own
     */
    public static Worker create(WorkerConfig config, Stores stores, Handlers handlers, Environment environment) {
        if (!stores.locks().endsWithLease()) {
            config.term().mustSuitLocksOf(stores.locks().ttl());
        }
        Context.Surroundings around =
                new Context.Surroundings(new Events(environment.events()), environment.ticker(), environment.random());
        Context context = new Context(config, stores, new Lifecycle(), new HeldLocks(), around);
        return new Worker(context, handlers, ThisProcess.info(), environment.halter());
    }

    /**
     * Starts the services. Returns at once: the session is opened in the background, again and again until the store
     * answers. Called again, or after a stop was requested, it does nothing.
     */
    public synchronized void start() {
        if (started || stops.get() > 0) {
            return;
        }
        started = true;
        wakes = context.stores().sessions().onWake(this::wake);
        services.start();
    }

    /**
     * Asks the worker to stop. Returns at once; safe to call from a signal handler. The first call drains, the second
     * cancels what still runs, further ones do nothing. No attempt starts after this has returned.
     */
    public void requestStop() {
        services.attempts().close();
        if (stops.incrementAndGet() == 1) {
            AttemptThreads.daemon("holdfast-shutdown", this::shutDown).start();
        } else {
            changed.call();
        }
    }

    /** Waits until the worker has stopped. Where a {@link Halter} must end the process, this does not return. */
    public StopReport awaitStop() throws InterruptedException {
        try {
            return stopped.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("the shutdown failed", e.getCause());
        }
    }

    /** Why the worker refused to start, if it did; it has then stopped by itself. */
    public Optional<String> refusal() {
        return Optional.ofNullable(refusal);
    }

    public WorkerState state() {
        return context.lifecycle().state();
    }

    /** The present session; empty before the first was opened. */
    public Optional<SessionId> session() {
        return services.keeper().get().map(tenure -> tenure.session().id());
    }

    public Health health() {
        return new Checkup(context, services).health(refusal());
    }

    /** Requests a stop and waits for it. */
    @Override
    public void close() throws InterruptedException {
        if (stops.get() == 0) {
            requestStop();
        }
        awaitStop();
    }

    private void refuse(String fault) {
        refusal = fault;
        requestStop();
    }

    private void wake(Wake wake) {
        if (wake instanceof Wake.Due due && context.config().work().queues().contains(due.queue())) {
            services.wakeFetcher();
        } else if (wake instanceof Wake.Attention attention
                && session().filter(attention.session()::equals).isPresent()) {
            services.wakeHeartbeat();
        }
    }

    private void shutDown() {
        try {
            ShutdownSequence sequence =
                    new ShutdownSequence(context, services.forShutdown(changed), halter, () -> stops.get() > 1);
            StopReport report = sequence.run();
            if (report.forced().isEmpty()) {
                end();
            } else {
                // Embedded, and something still runs: its session must go on beating, or its locks would be freed.
                AttemptThreads.daemon("holdfast-late-end", this::endWhenIdle).start();
            }
            stopped.complete(report);
        } catch (Throwable e) {
            // An Error too: somebody waits for this.
            stopped.completeExceptionally(e);
        }
    }

    private void endWhenIdle() {
        try {
            while (services.attempts().running() > 0) {
                changed.await(LOOK);
            }
            services.settler()
                    .awaitFlushed(
                            context.ticker().now().plus(context.config().term().ttl()));
            endSession();
            end();
        } catch (InterruptedException | RuntimeException e) {
            context.events().emit(new WorkerEvent.RoundFailed("late end", e));
        }
    }

    /** If the store is away, the session's ttl ends it: the worker itself must not go on for that. */
    private void endSession() {
        try {
            services.keeper().get().ifPresent(tenure -> tenure.session().end(Session.Will.STOPPED));
        } catch (RuntimeException e) {
            context.events().emit(new WorkerEvent.RoundFailed("late end", e));
        }
    }

    private void end() throws InterruptedException {
        services.stop(context.config().shutdown().exitReserve().dividedBy(RESERVE_SHARE));
        close("wakes", wakes());
        services.keeper().get().ifPresent(tenure -> close("session", tenure.session()));
        context.lifecycle().advance(WorkerState.STOPPED);
    }

    private synchronized AutoCloseable wakes() {
        return wakes;
    }

    /** What cannot be closed must not keep the worker from having stopped. */
    private void close(String what, AutoCloseable closing) {
        try {
            closing.close();
        } catch (Exception e) {
            context.events().emit(new WorkerEvent.RoundFailed("close of the " + what, e));
        }
    }
}
