package dev.holdfast.pg;

import dev.holdfast.lease.Ticker;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

/**
 * What one claim knows of the holder of its key: whose token it has seen, and when it told that holder to let go.
 * When the holder's ttl has passed since, by the claimer's monotonic clock and counted from the answer, the holder's
 * trust in its lock has ended. Thread-safe.
 */
final class StealWatch {
    private final Ticker ticker;
    private volatile Seen seen;

    private record Seen(UUID holder, Optional<Duration> overdueAt) {}

    StealWatch(Ticker ticker) {
        this.ticker = ticker;
    }

    /** Somebody holds the key; one who came later starts the watch over. */
    void saw(UUID holder) {
        Seen before = seen;
        if (before == null || !before.holder.equals(holder)) {
            seen = new Seen(holder, Optional.empty());
        }
    }

    /** The holder has been told. */
    void told(UUID holder, Duration ttl) {
        saw(holder);
        if (seen.overdueAt.isEmpty()) {
            seen = new Seen(holder, Optional.of(ticker.now().plus(ttl)));
        }
    }

    /** The holder that was seen last, if any was. */
    Optional<UUID> holder() {
        return Optional.ofNullable(seen).map(Seen::holder);
    }

    /** The same, if its time is up. */
    Optional<UUID> overdue() {
        return Optional.ofNullable(seen)
                .filter(holder -> holder.overdueAt
                        .filter(at -> ticker.now().compareTo(at) >= 0)
                        .isPresent())
                .map(Seen::holder);
    }
}
