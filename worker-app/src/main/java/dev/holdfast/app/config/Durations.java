package dev.holdfast.app.config;

import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as people write them: a whole number and one of {@code ms s m h d}. */
public final class Durations {
    private static final Pattern WRITTEN = Pattern.compile("(\\d{1,9})(ms|s|m|h|d)");
    private static final Pattern ISO = Pattern.compile("PT(\\d+H)?(\\d+M)?(\\d+(\\.\\d+)?S)?");
    private static final Map<String, Duration> UNITS = Map.of(
            "ms", Duration.ofMillis(1),
            "s", Duration.ofSeconds(1),
            "m", Duration.ofMinutes(1),
            "h", Duration.ofHours(1),
            "d", Duration.ofDays(1));

    private Durations() {}

    /** @throws IllegalArgumentException if the text is not written like {@code 30s}, {@code 5m} or {@code 500ms} */
    public static Duration parse(String text) {
        Matcher written = WRITTEN.matcher(text.strip());
        if (!written.matches()) {
            throw new IllegalArgumentException("\"" + Shown.brief(text) + "\" is not a duration like 500ms, 30s or 5m");
        }
        return UNITS.get(written.group(2)).multipliedBy(Long.parseLong(written.group(1)));
    }

    /** Reads well and no more exact than people need: {@code 350 ms}, {@code 1.2 s}, {@code 90 s}. */
    public static String shown(Duration duration) {
        long millis = duration.toMillis();
        if (millis < 1000) {
            return millis + " ms";
        }
        return millis % 1000 < 50 || millis >= 100_000 ? millis / 1000 + " s" : tenths(millis) + " s";
    }

    /** The text with its durations written as people write them. */
    static String readable(String text) {
        return ISO.matcher(text).replaceAll(found -> shown(Duration.parse(found.group())));
    }

    private static String tenths(long millis) {
        return millis / 1000 + "." + millis % 1000 / 100;
    }
}
