package dev.holdfast.lease;

import java.time.Duration;

/**
 * How long a session or a lock is believed without asking its store again.
 *
 * <p>It is anchored at the moment the confirming request was <em>sent</em>: the store's own term began no
 * earlier, so the local deadline is always before the one at which somebody else may take over. Immutable.
 *
 * @param sentAt when the request that confirmed it left, on the worker's {@link Ticker}
 * @param ttl how long the store honours it from then
 * @param margin taken off the ttl, for clock drift and for stopping
 */
public record TrustWindow(Duration sentAt, Duration ttl, Duration margin) {
    public TrustWindow {
        if (margin.isNegative() || margin.compareTo(ttl) >= 0) {
            throw new IllegalArgumentException("margin " + margin + " must lie between 0 and ttl " + ttl);
        }
    }

    /** From here on the holder no longer counts as holder: its attempts are cancelled. */
    public Duration closesAt() {
        return sentAt.plus(ttl).minus(margin);
    }

    /** From here on a holder that guards a mutation and still runs must be dead: the process halts. */
    public Duration haltsAt() {
        return sentAt.plus(ttl).minus(margin.dividedBy(4));
    }

    public boolean isOpen(Duration now) {
        return now.compareTo(closesAt()) < 0;
    }

    /** Time until the window closes; zero when it is closed. */
    public Duration remaining(Duration now) {
        Duration left = closesAt().minus(now);
        return left.isNegative() ? Duration.ZERO : left;
    }

    /** The same window confirmed by a request sent at {@code sentAt}; an older confirmation never shortens it. */
    public TrustWindow confirmed(Duration sentAt) {
        return sentAt.compareTo(this.sentAt) > 0 ? new TrustWindow(sentAt, ttl, margin) : this;
    }
}
