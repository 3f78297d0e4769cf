package dev.holdfast.redis;

import dev.holdfast.lease.Ticker;
import java.time.Duration;

/**
 * What this process knows of the server's clock, so that a request can name the moment after which it must not take
 * effect. Each answer carries the server's time, which was read between the sending and the arrival: that bounds by how
 * much the two clocks differ from both sides. The narrowest bounds count, until an answer contradicts them because the
 * server's clock was set. Thread-safe; measures no duration by the server's clock.
 */
final class ServerClock {
    private static final long MICRO = 1_000;

    private final Ticker ticker;
    private long least = Long.MIN_VALUE;
    private long most = Long.MAX_VALUE;

    ServerClock(Ticker ticker) {
        this.ticker = ticker;
    }

    Duration now() {
        return ticker.now();
    }

    /** The server's time, or a little later, at this moment of ours; in microseconds since 1970. */
    synchronized long at(Duration moment) {
        return micros(moment) + most;
    }

    synchronized void saw(long serverTime, Duration sentAt) {
        long earliest = serverTime - micros(ticker.now());
        long latest = serverTime - micros(sentAt);
        boolean wasSet = earliest > most || latest < least;
        least = wasSet ? earliest : Math.max(least, earliest);
        most = wasSet ? latest : Math.min(most, latest);
    }

    private static long micros(Duration time) {
        return time.toNanos() / MICRO;
    }
}
