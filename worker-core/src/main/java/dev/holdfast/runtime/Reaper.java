package dev.holdfast.runtime;

import dev.holdfast.event.WorkerEvent;
import dev.holdfast.lease.SessionId;
import dev.holdfast.queue.Reaped;
import dev.holdfast.queue.SessionBeat;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Ends sessions whose process is gone: those whose beat this worker has itself watched unchanged for their ttl, on its
 * own monotonic clock, and those that left a last will a second ago. No database clock is asked, which can step. A
 * watch starts over after any read that failed or came late, so that an outage of the database ends nobody. A worker
 * without a session ends nobody either, unless it has none because of somebody who may be gone.
 */
final class Reaper implements Service {
    private static final Duration WILL_GRACE = Duration.ofSeconds(1);
    private static final int LATE_ROUNDS = 8;
    private static final Duration LATE_LEAST = Duration.ofSeconds(1);

    /** Since when a session has looked the way it does. */
    private record Watch(SessionBeat seen, Duration since) {}

    private final Context context;
    private final SessionKeeper keeper;
    private final Map<SessionId, Watch> watches = new HashMap<>();
    private Runnable onEnded = () -> {};
    private Duration lastAnswer;

    Reaper(Context context, SessionKeeper keeper) {
        this.context = context;
        this.keeper = keeper;
    }

    /** Called once, before the first round. The action runs when this worker has ended a session. */
    void whenEnded(Runnable action) {
        onEnded = action;
    }

    @Override
    public Duration round(Duration now) {
        Duration interval = context.config().term().reaperRound();
        Optional<Tenure> own = keeper.get();
        if (own.isEmpty() && !keeper.waitsForAnother()) {
            return interval;
        }
        if (isLate(now, interval)) {
            watches.clear();
        }
        look(now, own.map(tenure -> tenure.session().id()));
        return interval;
    }

    private boolean isLate(Duration now, Duration interval) {
        Duration bound = interval.multipliedBy(LATE_ROUNDS);
        Duration longest = bound.compareTo(LATE_LEAST) < 0 ? LATE_LEAST : bound;
        return lastAnswer != null && now.minus(lastAnswer).compareTo(longest) > 0;
    }

    private void look(Duration sentAt, Optional<SessionId> own) {
        List<SessionBeat> beats = beats();
        lastAnswer = context.ticker().now();
        watches.keySet().retainAll(beats.stream().map(SessionBeat::session).toList());
        RuntimeException failure = null;
        for (SessionBeat beat : beats) {
            if (!own.equals(Optional.of(beat.session()))) {
                failure = first(failure, tryToWatch(beat, sentAt));
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    /** One that cannot be reaped, because a write under one of its locks is not committed yet, holds up no other. */
    private RuntimeException tryToWatch(SessionBeat beat, Duration sentAt) {
        try {
            watch(beat, sentAt);
            return null;
        } catch (RuntimeException e) {
            return e;
        }
    }

    private static RuntimeException first(RuntimeException earlier, RuntimeException later) {
        return earlier == null ? later : earlier;
    }

    private List<SessionBeat> beats() {
        try {
            return context.stores().sessions().beats();
        } catch (RuntimeException e) {
            watches.clear();
            throw e;
        }
    }

    private void watch(SessionBeat beat, Duration sentAt) {
        Watch watch = watches.get(beat.session());
        if (watch == null || !watch.seen().equals(beat)) {
            watches.put(beat.session(), new Watch(beat, lastAnswer));
        } else if (sentAt.minus(watch.since()).compareTo(beat.halting() ? WILL_GRACE : beat.ttl()) >= 0) {
            // One that throws is tried again in the next round.
            context.stores().sessions().reap(beat).ifPresent(this::tell);
            watches.remove(beat.session());
        }
    }

    private void tell(Reaped reaped) {
        context.events()
                .emit(new WorkerEvent.SessionReaped(
                        reaped.session(), reaped.returned(), reaped.poisoned(), reaped.locksFreed()));
        onEnded.run();
    }
}
