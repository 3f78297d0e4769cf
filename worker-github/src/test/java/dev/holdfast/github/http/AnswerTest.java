package dev.holdfast.github.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpHeaders;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AnswerTest {
    private static final String DATE = "Mon, 30 Nov 2026 05:00:00 GMT";
    private static final long DATE_SECONDS = 1_796_014_800L;

    @ParameterizedTest
    @ValueSource(ints = {403, 429})
    void an_exhausted_quota_waits_for_its_renewal_by_the_servers_own_clock(int status) {
        assertThat(wait(status, quota(DATE, DATE_SECONDS + 90))).contains(Duration.ofSeconds(91));
    }

    @ParameterizedTest
    @CsvSource({"999999999, PT2H", "0, PT1S", "42, PT42S", "soon, PT1M", "-5, PT1M"})
    void a_wait_is_never_absurd(String seconds, Duration wait) {
        assertThat(wait(429, Map.of("retry-after", seconds))).contains(wait);
    }

    @Test
    void a_renewal_in_the_past_is_soon() {
        assertThat(wait(403, quota(DATE, DATE_SECONDS - 5000))).contains(Duration.ofSeconds(1));
    }

    @Test
    void an_unreadable_date_is_a_minute() {
        assertThat(wait(403, quota("yesterday", DATE_SECONDS))).contains(Duration.ofMinutes(1));
    }

    @Test
    void a_refusal_that_is_not_about_a_quota_asks_for_no_wait() {
        assertThat(wait(403, Map.of("x-ratelimit-remaining", "17"))).isEmpty();
        assertThat(wait(500, Map.of("retry-after", "42"))).isEmpty();
    }

    private static Map<String, String> quota(String date, long reset) {
        return Map.of("date", date, "x-ratelimit-remaining", "0", "x-ratelimit-reset", Long.toString(reset));
    }

    private static Optional<Duration> wait(int status, Map<String, String> headers) {
        Map<String, List<String>> listed = headers.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, header -> List.of(header.getValue())));
        return new Answer(status, HttpHeaders.of(listed, (name, value) -> true), "", false).retryAfter();
    }
}
