package dev.holdfast.app.cases;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** Times of the cases: everything that lasts seconds or minutes in production, scaled down together. */
final class Scale {
    static final Duration TTL = Duration.ofSeconds(2);
    static final Duration MARGIN = Duration.ofMillis(500);
    static final Duration POLL = Duration.ofMillis(100);
    static final Duration GRACE = Duration.ofSeconds(6);
    static final Duration CANCEL_GRACE = Duration.ofMillis(500);
    static final Duration RELEASE_BUDGET = Duration.ofMillis(500);
    static final Duration EXIT_RESERVE = Duration.ofSeconds(1);
    /** How much later than promised something may be seen: the machine is shared by everything a case runs. */
    static final Duration SLACK = Duration.ofSeconds(1);
    /** For what takes no time of its own, a JVM's start among it. */
    static final Duration PATIENCE = Duration.ofSeconds(30);

    private Scale() {}

    static Map<String, String> settings() {
        Map<String, String> all = new HashMap<>();
        all.put("HOLDFAST_SESSION_TTL", text(TTL));
        all.put("HOLDFAST_HEARTBEAT", "500ms");
        all.put("HOLDFAST_MARGIN", text(MARGIN));
        all.put("HOLDFAST_POLL", text(POLL));
        all.put("HOLDFAST_REAPER_ROUND", "100ms");
        all.put("STOP_GRACE_PERIOD", text(GRACE));
        all.put("HOLDFAST_CANCEL_GRACE", text(CANCEL_GRACE));
        all.put("HOLDFAST_RELEASE_BUDGET", text(RELEASE_BUDGET));
        all.put("HOLDFAST_EXIT_RESERVE", text(EXIT_RESERVE));
        return all;
    }

    static String text(Duration duration) {
        return duration.toMillis() + "ms";
    }
}
