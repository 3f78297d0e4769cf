package dev.holdfast.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.job.InvalidPayloadException;
import dev.holdfast.job.Outcome;
import dev.holdfast.job.RetryPolicy;
import dev.holdfast.lock.LockKey;
import dev.holdfast.lock.LockPolicy;
import dev.holdfast.lock.LockRequest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HandlersTest {
    record Pr(String repository, int number) {}

    private final Handlers handlers = new Handlers();

    @Test
    void a_lambda_is_enough() throws Exception {
        handlers.handle("greet", String.class, (payload, attempt) -> Outcome.complete("hello " + payload));

        HandlerSpec<?> spec = handlers.find("greet").orElseThrow();

        assertThat(handlers.kinds()).containsExactly("greet");
        assertThat(handled(spec)).isEqualTo(Outcome.complete("hello you"));
        assertThat(spec.timeout()).isEqualTo(HandlerSpec.DEFAULT_TIMEOUT);
        assertThat(spec.retry()).isEqualTo(RetryPolicy.DEFAULT);
    }

    private static <T> Outcome handled(HandlerSpec<T> spec) throws Exception {
        return spec.handler().handle(spec.decode("\"you\""), null);
    }

    @Test
    void two_handlers_of_one_kind_are_refused() {
        handlers.handle("greet", String.class, (payload, attempt) -> Outcome.complete());

        assertThatIllegalArgumentException()
                .isThrownBy(() -> handlers.handle("greet", Integer.class, (payload, attempt) -> Outcome.complete()))
                .withMessageContaining("greet");
        assertThat(handlers.kinds()).containsExactly("greet");
    }

    @Test
    void a_kind_that_is_no_name_is_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> handlers.handle("Greet!", String.class, (payload, attempt) -> Outcome.complete()));
        assertThat(handlers.kinds()).isEmpty();
    }

    @Test
    void nobody_handles_what_was_not_registered() {
        assertThat(handlers.find("unknown")).isEmpty();
    }

    @Test
    void declared_locks_come_in_canonical_order() {
        HandlerSpec<Pr> spec = HandlerSpec.of(Pr.class, (pr, attempt) -> Outcome.complete())
                .withLocks(pr -> List.of(request("pr-actuation", pr), request("ai-review", pr)));

        assertThat(spec.locks(new Pr("owner/repo", 7)))
                .extracting(request -> request.key().toString())
                .containsExactly("ai-review/owner/repo#7", "pr-actuation/owner/repo#7");
    }

    private static LockRequest request(String namespace, Pr pr) {
        return new LockRequest(new LockKey(namespace, pr.repository() + "#" + pr.number()), LockPolicy.DEFER);
    }

    @Test
    void each_change_of_a_spec_is_a_copy() {
        HandlerSpec<Pr> spec = HandlerSpec.of(Pr.class, (pr, attempt) -> Outcome.complete());
        RetryPolicy retry = new RetryPolicy(Duration.ZERO, Duration.ZERO, 0);

        HandlerSpec<Pr> changed = spec.withTimeout(Duration.ofSeconds(3)).withRetry(retry);

        assertThat(changed.timeout()).isEqualTo(Duration.ofSeconds(3));
        assertThat(changed.retry()).isEqualTo(retry);
        assertThat(spec.timeout()).isEqualTo(HandlerSpec.DEFAULT_TIMEOUT);
    }

    @Test
    void a_payload_that_does_not_fit_is_refused_by_the_spec() {
        HandlerSpec<Pr> spec = HandlerSpec.of(Pr.class, (pr, attempt) -> Outcome.complete());

        assertThatThrownBy(() -> spec.decode("[]")).isInstanceOf(InvalidPayloadException.class);
    }

    @Test
    void settings_never_show_their_values() {
        Settings settings = new Settings(Map.of("GITHUB_TOKEN", "s3cret"));

        assertThat(settings.get("GITHUB_TOKEN")).isEqualTo("s3cret");
        assertThat(settings.get("MISSING")).isEmpty();
        assertThat(settings.toString()).contains("GITHUB_TOKEN").doesNotContain("s3cret");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> settings.require("MISSING"))
                .withMessageContaining("MISSING");
    }
}
