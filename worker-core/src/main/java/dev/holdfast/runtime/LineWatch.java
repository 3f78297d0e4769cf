package dev.holdfast.runtime;

import dev.holdfast.queue.StoreUnavailableException;
import java.time.Duration;

/**
 * Tells the store which locks of a store with a ttl of its own were freed, and lets it look at the lines of parked jobs
 * now and then: time alone makes a woken job's turn pass on, and a lock expire.
 */
final class LineWatch implements Service {
    private static final Duration LOOK_EVERY = Duration.ofSeconds(1);
    /** Releases that come faster are told together. */
    private static final Duration LEAST_PAUSE = Duration.ofMillis(50);

    private final Context context;
    private Duration lookedAt;

    LineWatch(Context context) {
        this.context = context;
    }

    @Override
    public Duration round(Duration now) {
        Duration early =
                lookedAt == null ? Duration.ZERO : lookedAt.plus(LEAST_PAUSE).minus(now);
        if (early.compareTo(Duration.ZERO) > 0) {
            return early;
        }
        lookedAt = now;
        try {
            context.stores().sessions().wakeWaiters(context.locks().freed().take());
        } catch (StoreUnavailableException e) {
            // The heartbeat tells of the outage; the store looks by itself when it is asked again.
        }
        return LOOK_EVERY;
    }
}
