package dev.holdfast.runtime;

import dev.holdfast.event.WorkerEvent;
import dev.holdfast.lease.TrustWindow;
import dev.holdfast.queue.Session;
import dev.holdfast.queue.SessionInfo;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Opens the worker's session, and a new one after the old was ended by a peer and every attempt of it has stopped: an
 * ended session never comes back, and two tenures never overlap.
 */
final class SessionKeeper implements Service, Supplier<Optional<Tenure>> {
    private static final Duration LOOK = Duration.ofMillis(100);

    private final Context context;
    private final SessionInfo info;
    private final Attempts attempts;
    private Runnable onOpen = () -> {};
    private volatile Tenure current;

    SessionKeeper(Context context, SessionInfo info, Attempts attempts) {
        this.context = context;
        this.info = info;
        this.attempts = attempts;
    }

    /** Called once, before the first round. */
    void whenOpen(Runnable action) {
        onOpen = action;
    }

    @Override
    public Optional<Tenure> get() {
        return Optional.ofNullable(current);
    }

    @Override
    public Duration round(Duration now) {
        Tenure before = current;
        boolean needed = before == null || (before.hasEnded() && attempts.running() == 0);
        if (needed && context.lifecycle().state().compareTo(WorkerState.RUNNING) <= 0) {
            open(now);
            if (before != null) {
                before.session().close();
            }
        }
        return LOOK;
    }

    private void open(Duration sentAt) {
        Session session = context.stores().sessions().open(info);
        WorkerConfig.Term term = context.config().term();
        current = new Tenure(session, new TrustWindow(sentAt, term.ttl(), term.margin()));
        context.events().emit(new WorkerEvent.SessionOpened(session.id()));
        context.lifecycle().advance(WorkerState.RUNNING);
        onOpen.run();
    }
}
