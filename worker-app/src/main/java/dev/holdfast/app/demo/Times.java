package dev.holdfast.app.demo;

import java.time.Duration;
import java.util.Map;

/** The times of a worker, scaled down so that a takeover can be watched. */
final class Times {
    static final Duration TTL = Duration.ofSeconds(3);
    static final Duration POLL = Duration.ofMillis(200);
    /** A lock of a dead worker: freed within ttl and poll, and some time for whoever waits to get a turn. */
    static final Duration STRANDING = TTL.plus(POLL).plusSeconds(5);

    static final Duration STOP_GRACE = Duration.ofSeconds(10);
    /** Between two deliveries. */
    static final Duration PACE = Duration.ofMillis(300);

    static final Map<String, String> SETTINGS = Map.of(
            "HOLDFAST_SESSION_TTL", "3s",
            "HOLDFAST_HEARTBEAT", "500ms",
            "HOLDFAST_MARGIN", "700ms",
            "HOLDFAST_POLL", "200ms",
            "STOP_GRACE_PERIOD", "10s",
            "HOLDFAST_CANCEL_GRACE", "2s",
            "HOLDFAST_RELEASE_BUDGET", "1s",
            "HOLDFAST_EXIT_RESERVE", "500ms",
            "HOLDFAST_CONCURRENCY", "4",
            "HOLDFAST_PREFETCH", "2");

    private Times() {}
}
