package dev.holdfast.runtime;

import dev.holdfast.event.WorkerEvent;
import dev.holdfast.queue.Beat;
import dev.holdfast.queue.StoreUnavailableException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/** Bumps the worker's row, whatever the worker runs: it costs the same for one job and for ten thousand. */
final class Heartbeat implements Service {
    private final Context context;
    private final Supplier<Optional<Tenure>> tenure;
    private final SessionLoss loss;
    private Runnable onAttention = () -> {};
    private Duration failingSince;
    private String timeline = "";

    Heartbeat(Context context, Supplier<Optional<Tenure>> tenure, SessionLoss loss) {
        this.context = context;
        this.tenure = tenure;
        this.loss = loss;
    }

    /** Called once, before the first round. */
    void whenAttentionIsDue(Runnable action) {
        onAttention = action;
    }

    @Override
    public Duration round(Duration now) {
        Duration interval = context.config().term().heartbeat();
        Optional<Tenure> current = tenure.get().filter(open -> !open.hasEnded());
        if (current.isEmpty()) {
            return interval;
        }
        try {
            answered(current.get(), current.get().session().heartbeat(), now);
            return interval;
        } catch (StoreUnavailableException e) {
            failed(current.get(), now, e);
            return interval.dividedBy(4);
        }
    }

    private void answered(Tenure current, Beat beat, Duration sentAt) {
        if (!beat.live()) {
            loss.lost(current);
            return;
        }
        recovered(current, sentAt);
        if (!timeline.isEmpty() && !timeline.equals(beat.timeline())) {
            current.failedOver();
        }
        timeline = beat.timeline();
        if (current.hasUnseen(beat.attention())) {
            onAttention.run();
        } else {
            current.confirm(sentAt);
        }
    }

    private void failed(Tenure current, Duration now, StoreUnavailableException cause) {
        if (failingSince == null) {
            failingSince = now;
            context.events()
                    .emit(new WorkerEvent.HeartbeatFailed(current.session().id(), cause.getMessage()));
        }
    }

    private void recovered(Tenure current, Duration now) {
        if (failingSince != null) {
            context.events()
                    .emit(new WorkerEvent.HeartbeatRecovered(current.session().id(), now.minus(failingSince)));
            failingSince = null;
        }
    }
}
