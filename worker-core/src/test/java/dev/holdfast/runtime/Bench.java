package dev.holdfast.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.event.WorkerEvent;
import dev.holdfast.job.Job;
import dev.holdfast.job.NewJob;
import dev.holdfast.lease.JobId;
import dev.holdfast.lease.LeaseToken;
import dev.holdfast.lock.LockStore;
import dev.holdfast.memory.ManualTime;
import dev.holdfast.memory.MemoryStore;
import dev.holdfast.plugin.Handlers;
import dev.holdfast.queue.LeaseRequest;
import dev.holdfast.queue.LeasedJob;
import dev.holdfast.queue.SessionBeat;
import dev.holdfast.queue.SessionInfo;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;

/** The parts of one worker without its loops: time passes, and rounds happen, when a test says so. */
final class Bench {
    static final WorkerConfig.Term TERM = WorkerConfig.Term.DEFAULTS;

    final ManualTime time;
    final MemoryStore store;
    final Wire wire;
    final Handlers handlers;
    final List<WorkerEvent> events = new CopyOnWriteArrayList<>();
    final List<String> halts = new CopyOnWriteArrayList<>();
    final Context context;
    final Wakeup changed = new Wakeup();
    final Attempts attempts = new Attempts(changed::call);
    final SessionKeeper keeper;
    final Settler settler;
    final SessionLoss loss;
    final AttemptRunner runner;

    Bench(Handlers handlers) {
        this(new ManualTime(), handlers);
    }

    private Bench(ManualTime time, Handlers handlers) {
        this(time, new MemoryStore(time, time), handlers);
    }

    private Bench(ManualTime time, MemoryStore store, Handlers handlers) {
        this(time, new Wire(store), handlers, WorkerConfig.defaults("bench"));
    }

    Bench(ManualTime time, Wire wire, Handlers handlers, WorkerConfig config) {
        this.time = time;
        this.store = wire.store();
        this.wire = wire;
        this.handlers = handlers;
        this.context = new Context(
                config,
                wire.stores(),
                new Lifecycle(),
                new HeldLocks(),
                new Context.Surroundings(new Events(events::add), time, new Random(1)));
        this.keeper = new SessionKeeper(
                context,
                new SessionInfo("bench", ThisProcess.info(), handlers.kinds(), TERM.ttl(), Duration.ofSeconds(60)),
                attempts);
        this.settler = new Settler(context, attempts);
        this.loss = new SessionLoss(context, attempts);
        this.runner = new AttemptRunner(context, handlers, attempts, settler);
    }

    /** A bench whose locks live in a store of their own. */
    static Bench withLocks(ManualTime time, LockStore locks, Handlers handlers) {
        return new Bench(time, new Wire(new MemoryStore(time, time), locks), handlers, WorkerConfig.defaults("bench"));
    }

    Optional<Halter> halter() {
        return Optional.of((status, why) -> halts.add(status + " " + why));
    }

    Duration now() {
        return time.now();
    }

    void pass(Duration by) {
        time.pass(by);
    }

    /** Opens the session. */
    Tenure open() {
        keeper.round(now());
        return tenure();
    }

    Tenure tenure() {
        return keeper.get().orElseThrow();
    }

    Heartbeat heartbeat() {
        return new Heartbeat(context, keeper, loss);
    }

    Reconciler reconciler() {
        return new Reconciler(context, keeper, attempts, settler, loss);
    }

    Watchdog watchdog() {
        return new Watchdog(context, keeper, attempts, halter());
    }

    JobId enqueue(NewJob job) {
        return store.queue().enqueue(job).id();
    }

    /** Leases what is due, up to a number. */
    List<Tracked> lease(int most) {
        LeaseToken token = tenure().nextLease();
        LeaseRequest request = new LeaseRequest(token.number(), List.of("default"), handlers.kinds(), most, false);
        List<LeasedJob> jobs = tenure().session().lease(request).jobs();
        List<Tracked> leased =
                jobs.stream().map(job -> new Tracked(job, tenure(), now())).toList();
        leased.forEach(attempts::add);
        tenure().landed(token);
        return leased;
    }

    /** Leases one job and runs it on a thread of its own. */
    Thread start() {
        Tracked leased = lease(1).get(0);
        Thread thread = new Thread(() -> runner.run(leased), "bench-attempt");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    /** The one attempt that runs. */
    AttemptScope scope() {
        assertThat(attempts.scopes()).hasSize(1);
        return attempts.scopes().get(0);
    }

    /** A peer ends this worker's session. */
    void reap() {
        SessionBeat seen = store.sessions().beats().stream()
                .filter(beat -> beat.session().equals(tenure().session().id()))
                .findFirst()
                .orElseThrow();
        assertThat(store.sessions().reap(seen)).isPresent();
    }

    /** Leases one job and runs it on this thread. */
    void runOne() {
        runner.run(lease(1).get(0));
    }

    /** The same, and writes what came of it. */
    void runAndSettle() {
        runOne();
        settler.round(now());
    }

    Job job(JobId id) {
        return store.jobs().show(id).orElseThrow();
    }

    <E extends WorkerEvent> List<E> all(Class<E> type) {
        return events.stream().filter(type::isInstance).map(type::cast).toList();
    }
}
