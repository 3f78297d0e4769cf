package dev.holdfast.runtime;

import dev.holdfast.event.WorkerEvent;
import dev.holdfast.lease.TrustWindow;
import dev.holdfast.lock.LockStoreProbe;
import dev.holdfast.queue.Session;
import dev.holdfast.queue.SessionInfo;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Opens the worker's session, and a new one after the old was ended by a peer and every attempt of it has stopped: an
 * ended session never comes back, and two tenures never overlap.
 */
final class SessionKeeper implements Service, Supplier<Optional<Tenure>> {
    private static final Duration LOOK = Duration.ofMillis(100);
    /** A store that is merely away for a moment must not be taken for one that cannot lock. */
    private static final int PROBES = 3;

    private final Context context;
    private final SessionInfo info;
    private final Attempts attempts;
    private Runnable onOpen = () -> {};
    private Consumer<String> onUnfit = fault -> {};
    private int failedProbes;
    private boolean proven;
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

    /** Called once, before the first round. The action hears which step of the probe the lock store failed. */
    void whenUnfit(Consumer<String> action) {
        onUnfit = action;
    }

    @Override
    public Optional<Tenure> get() {
        return Optional.ofNullable(current);
    }

    @Override
    public Duration round(Duration now) {
        Tenure before = current;
        boolean needed = failedProbes < PROBES && (before == null || (before.hasEnded() && attempts.running() == 0));
        if (needed && context.lifecycle().state().compareTo(WorkerState.RUNNING) <= 0) {
            open(now);
            if (before != null && before != current) {
                before.session().close();
            }
        }
        return LOOK;
    }

    private void open(Duration sentAt) {
        Session session = context.stores().sessions().open(info);
        if (!isProven(session)) {
            return;
        }
        WorkerConfig.Term term = context.config().term();
        current = new Tenure(session, new TrustWindow(sentAt, term.ttl(), term.margin()));
        if (context.lifecycle().state().compareTo(WorkerState.RUNNING) > 0) {
            // A stop came while the session was being opened: leave nothing behind for a reaper. One that comes after
            // this look finds the session.
            discard(session);
            return;
        }
        context.events().emit(new WorkerEvent.SessionOpened(session.id()));
        context.lifecycle().advance(WorkerState.RUNNING);
        onOpen.run();
    }

    /** A store that was never proven to release by owner is never asked for a lock: the worker does not start on it. */
    private boolean isProven(Session session) {
        if (proven) {
            return true;
        }
        Optional<String> fault = new LockStoreProbe(context.stores().locks(), session.id()).run();
        proven = fault.isEmpty();
        if (!proven) {
            discard(session);
            failedProbes++;
        }
        if (failedProbes == PROBES) {
            onUnfit.accept(
                    "lock store " + context.stores().locks().name() + " fails the boot probe: " + fault.orElseThrow());
        }
        return proven;
    }

    private static void discard(Session session) {
        try {
            session.end(Session.Will.STOPPED);
        } finally {
            session.close();
        }
    }
}
