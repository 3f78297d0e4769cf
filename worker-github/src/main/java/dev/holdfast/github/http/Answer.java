package dev.holdfast.github.http;

import java.net.http.HttpHeaders;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;

/**
 * What a server answered.
 *
 * @param status HTTP status
 * @param headers as sent
 * @param body the body as text, cut at the call's limit
 * @param cut true if there was more
 */
public record Answer(int status, HttpHeaders headers, String body, boolean cut) {
    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofHours(2);
    private static final Duration WHEN_UNSAID = Duration.ofMinutes(1);

    public boolean isSuccess() {
        return status >= 200 && status < 300;
    }

    /**
     * How long the server asks to wait because it was asked too often; empty if that is not what it says. Servers put
     * it as {@code Retry-After} seconds, or as the instant at which an exhausted quota is renewed.
     */
    public Optional<Duration> retryAfter() {
        if (status != 403 && status != 429) {
            return Optional.empty();
        }
        return seconds("retry-after")
                .or(this::untilReset)
                .or(() -> status == 429 ? Optional.of(WHEN_UNSAID) : Optional.empty())
                .map(Answer::clamp);
    }

    /** Counted from the server's own date: the two instants come from one clock, which need not be ours. */
    private Optional<Duration> untilReset() {
        if (!"0".equals(headers.firstValue("x-ratelimit-remaining").orElse(""))) {
            return Optional.empty();
        }
        Duration wait = seconds("x-ratelimit-reset")
                .flatMap(reset -> date().map(
                                now -> reset.minusSeconds(now.getEpochSecond()).plusSeconds(1)))
                .orElse(WHEN_UNSAID);
        return Optional.of(wait);
    }

    private Optional<Instant> date() {
        try {
            return headers.firstValue("date")
                    .map(text -> ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME)
                            .toInstant());
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    private Optional<Duration> seconds(String header) {
        return headers.firstValue(header)
                .map(String::strip)
                .filter(text -> text.matches("[0-9]{1,12}"))
                .map(text -> Duration.ofSeconds(Long.parseLong(text)));
    }

    private static Duration clamp(Duration wait) {
        return wait.compareTo(SHORTEST) < 0 ? SHORTEST : wait.compareTo(LONGEST) > 0 ? LONGEST : wait;
    }
}
