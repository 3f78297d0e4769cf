package dev.holdfast.runtime;

import dev.holdfast.event.WorkerEvent;
import dev.holdfast.lease.TrustWindow;
import dev.holdfast.lock.LockStoreProbe.Finding;
import dev.holdfast.queue.NotAloneException;
import dev.holdfast.queue.Session;
import dev.holdfast.queue.SessionInfo;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Opens the worker's session, and a new one after the old was ended by a peer and every attempt of it has stopped: an
 * ended session never comes back, and two tenures never overlap.
 *
 * <pre>
 *   open ─► check the lock store ─► tenure
 *    │        ├─ no answer: the session beats, the worker is not ready, and it is asked again
 *    │        └─ wrong answer or danger: refused for good
 *    └─ not alone: tried again until the other's ttl has passed, then refused for good
 * </pre>
 */
final class SessionKeeper implements Service, Supplier<Optional<Tenure>> {
    private static final Duration LOOK = Duration.ofMillis(100);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

    private final Context context;
    private final SessionInfo info;
    private final Attempts attempts;
    private final LockStoreCheck check;
    private final Solitude solitude;
    private Runnable onOpen = () -> {};
    private Consumer<String> onRefused = why -> {};
    private boolean refused;
    private volatile Session pending;
    private volatile Tenure current;
    private volatile String obstacle;

    SessionKeeper(Context context, SessionInfo info, Attempts attempts) {
        this.context = context;
        this.info = info;
        this.attempts = attempts;
        this.check = new LockStoreCheck(context.stores());
        this.solitude = new Solitude(context.config().term());
    }

    /** Called once, before the first round. */
    void whenOpen(Runnable action) {
        onOpen = action;
    }

    /** Called once, before the first round. The action hears what must be changed before this worker can start. */
    void whenRefused(Consumer<String> action) {
        onRefused = action;
    }

    @Override
    public Optional<Tenure> get() {
        return Optional.ofNullable(current);
    }

    /** What is in the way of a session just now. */
    Optional<String> obstacle() {
        return Optional.ofNullable(obstacle);
    }

    /** True while the only thing in the way is a session that may be the rest of a process that is gone. */
    boolean waitsForAnother() {
        return solitude.isWaiting();
    }

    @Override
    public Duration round(Duration now) {
        Tenure before = current;
        if (isStopping()) {
            abandon();
            return LOOK;
        }
        boolean needed = !refused && (before == null || (before.hasEnded() && attempts.running() == 0));
        if (needed) {
            open(now);
            if (before != null && before != current) {
                before.session().close();
            }
        }
        return pending == null ? LOOK : pause();
    }

    private Duration pause() {
        Duration beat = context.config().term().heartbeat();
        return beat.compareTo(LONGEST_PAUSE) < 0 ? beat : LONGEST_PAUSE;
    }

    private void open(Duration sentAt) {
        if (!hasPending(sentAt)) {
            return;
        }
        Session session = pending;
        Finding finding = check.of(session.id());
        if (finding instanceof Finding.Proven) {
            begin(session, sentAt);
        } else if (finding instanceof Finding.Unfit unfit) {
            abandon();
            refuse(unfit.step());
        } else if (finding instanceof Finding.Unanswered unanswered) {
            waitFor(unanswered.cause());
        }
    }

    /** Opens a session, or beats in the one that waits for its lock store, so that nobody takes it for dead. */
    private boolean hasPending(Duration now) {
        if (pending == null) {
            pending = tryOpen(now).orElse(null);
        } else if (!pending.heartbeat().live()) {
            pending.close();
            pending = null;
        }
        return pending != null;
    }

    private Optional<Session> tryOpen(Duration now) {
        try {
            Session session = context.stores().sessions().open(info);
            solitude.reached();
            obstacle = null;
            return Optional.of(session);
        } catch (NotAloneException e) {
            obstacle = e.getMessage();
            if (solitude.refused(e, now)) {
                context.events().emit(new WorkerEvent.SessionRefused(e.getMessage()));
            }
            if (solitude.isOver(now)) {
                solitude.reached();
                refuse(e.getMessage());
            }
            return Optional.empty();
        }
    }

    private void refuse(String why) {
        refused = true;
        obstacle = null;
        onRefused.accept(why);
    }

    private void waitFor(String cause) {
        if (isStopping()) {
            abandon();
            return;
        }
        String store = context.stores().locks().name();
        if (obstacle == null) {
            context.events().emit(new WorkerEvent.LockStoreSilent(store, cause));
        }
        obstacle = "lock store " + store + " does not answer the boot probe, which is tried again: " + cause;
    }

    private void begin(Session session, Duration sentAt) {
        WorkerConfig.Term term = context.config().term();
        current = new Tenure(session, new TrustWindow(sentAt, term.ttl(), term.margin()));
        pending = null;
        obstacle = null;
        if (isStopping()) {
            // A stop came while the session was being opened: leave nothing behind for a reaper. One that comes after
            // this look finds the session.
            discard(session);
            return;
        }
        context.events().emit(new WorkerEvent.SessionOpened(session.id()));
        context.lifecycle().advance(WorkerState.RUNNING);
        onOpen.run();
    }

    private boolean isStopping() {
        return context.lifecycle().state().compareTo(WorkerState.RUNNING) > 0;
    }

    /** Ends a session that never became a tenure, if there is one. Blocks on the store. */
    void abandon() {
        Session abandoned = pending;
        pending = null;
        if (abandoned != null) {
            discard(abandoned);
        }
    }

    private static void discard(Session session) {
        try {
            session.end(Session.Will.STOPPED);
        } finally {
            session.close();
        }
    }
}
