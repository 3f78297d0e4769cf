package dev.holdfast.github.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.holdfast.github.Records;
import dev.holdfast.github.TestAttempt;
import dev.holdfast.github.pull.PullId;
import dev.holdfast.job.Outcome;
import dev.holdfast.lease.FencingToken;
import java.io.IOException;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(30)
class GitHubTest {
    private static final PullId PULL = new PullId("octo", "shop", 8);

    @ParameterizedTest
    @ValueSource(ints = {403, 429})
    void a_rate_limit_waits_as_long_as_github_says(int status) throws Exception {
        assertThat(outcome(status, Map.of("retry-after", "42")))
                .isInstanceOfSatisfying(
                        Outcome.Retry.class, retry -> assertThat(retry.delay()).contains(Duration.ofSeconds(42)));
    }

    @ParameterizedTest
    @CsvSource({
        "401, Retry",
        "403, Retry",
        "404, Retry",
        "409, Retry",
        "500, Retry",
        "502, Retry",
        "405, Complete",
        "410, Discard",
        "422, Discard",
        "301, Discard",
        "406, Discard"
    })
    void every_refusal_means_something(int status, String outcome) throws Exception {
        assertThat(outcome(status, Map.of()).getClass().getSimpleName()).isEqualTo(outcome);
    }

    @Test
    void a_base_that_moves_is_tried_again() throws Exception {
        try (CannedServer server = refusing(405, "Base branch was modified. Review and try the merge again.")) {
            assertThat(refusal(server)).isInstanceOf(Outcome.Retry.class);
        }
    }

    @Test
    void a_call_says_who_makes_it_under_which_fence() throws Exception {
        try (CannedServer server = new CannedServer(200, Map.of(), "{}", false)) {
            server.github(Duration.ofSeconds(10), new Caller("12/1", Optional.of(new FencingToken(99))))
                    .close(PULL);

            assertThat(server.seen.get())
                    .containsEntry("Authorization", "Bearer hush")
                    .containsEntry("X-Holdfast-Attempt", "12/1")
                    .containsEntry("X-Holdfast-Fence", "99")
                    .hasEntrySatisfying("User-Agent", agent -> assertThat(agent).startsWith("holdfast/"));
        }
    }

    @Test
    void a_body_that_never_ends_ends_with_the_timeout() throws Exception {
        try (CannedServer server = new CannedServer(200, Map.of(), "{", true)) {
            GitHub github = server.github(Duration.ofMillis(200), new Caller("12/1", Optional.empty()));

            assertThatThrownBy(() -> github.pull(PULL)).isInstanceOf(HttpTimeoutException.class);
        }
    }

    @Test
    void an_interrupt_ends_a_call_at_once() throws Exception {
        try (CannedServer server = new CannedServer(200, Map.of(), "{", true)) {
            CompletableFuture<Throwable> ending = new CompletableFuture<>();
            Thread caller = new Thread(() -> {
                try {
                    server.github().pull(PULL);
                } catch (IOException | GitHubException | InterruptedException e) {
                    ending.complete(e);
                }
            });
            caller.start();
            server.asked.await();
            caller.interrupt();

            assertThat(ending.get(5, TimeUnit.SECONDS)).isInstanceOf(InterruptedException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[]", "<html>", "{}", "{\"state\":\"open\",\"labels\":[],\"head\":{\"sha\":\"main\"}}"})
    void an_answer_that_is_not_what_github_documents_is_no_answer(String body) throws Exception {
        try (CannedServer server = new CannedServer(200, Map.of(), body, false)) {
            assertThatThrownBy(() -> server.github().pull(PULL))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("unusable");
        }
    }

    @Test
    void a_diff_of_any_size_is_read_up_to_a_bound() throws Exception {
        try (CannedServer server = new CannedServer(200, Map.of(), "+x\n".repeat(1_000_000), false)) {
            assertThat(server.github().diff(PULL)).hasSize(256 * 1024);
        }
    }

    @Test
    void nobody_there_is_an_io_exception_that_does_not_tell_the_token() throws Exception {
        CannedServer server = new CannedServer(200, Map.of(), "{}", false);
        GitHub github = server.github();
        server.close();

        assertThatThrownBy(() -> github.pull(PULL))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("/repos/octo/shop/pulls/8")
                .message()
                .doesNotContain("hush");
    }

    private static Outcome outcome(int status, Map<String, String> headers) throws Exception {
        try (CannedServer server = new CannedServer(status, headers, "{\"message\":\"no\"}", false)) {
            return refusal(server);
        }
    }

    private static CannedServer refusing(int status, String message) throws IOException {
        return new CannedServer(status, Map.of(), "{\"message\":\"" + message + "\"}", false);
    }

    private static Outcome refusal(CannedServer server) {
        GitHubException refused = catchThrowableOfType(
                GitHubException.class, () -> server.github().pull(PULL));
        return refused.outcome(new TestAttempt(new Records()));
    }
}
