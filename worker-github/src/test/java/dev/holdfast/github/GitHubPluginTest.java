package dev.holdfast.github;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.github.pull.ReviewRequest;
import dev.holdfast.job.NewJob;
import dev.holdfast.lock.LockKey;
import dev.holdfast.lock.LockRequest;
import dev.holdfast.plugin.HandlerSpec;
import dev.holdfast.plugin.Handlers;
import dev.holdfast.plugin.Settings;
import dev.holdfast.plugin.WorkerPlugin;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GitHubPluginTest {
    private final GitHubPlugin plugin = new GitHubPlugin();

    @Test
    void it_is_found_as_a_service() {
        assertThat(ServiceLoader.load(WorkerPlugin.class)).hasExactlyElementsOfTypes(GitHubPlugin.class);
    }

    @Test
    void with_a_token_and_a_model_it_serves_both_kinds() {
        assertThat(register(Map.of())).containsExactlyInAnyOrder("pr-review", "pr-actuate");
    }

    @Test
    void without_a_token_it_serves_none_so_that_jobs_wait_for_a_worker_that_has_one() {
        assertThat(register(Map.of("GITHUB_TOKEN", ""))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "MODEL_NAME, ''",
        "GITHUB_API_URL, api.github.com",
        "GITHUB_API_URL, ftp://example.org",
        "MODEL_API_URL, https://",
        "MODEL_API_URL, not a url",
        "CLONE_DIR, /proc/nowhere",
        "GITHUB_TIMEOUT, 10",
        "GITHUB_TIMEOUT, 0s",
        "MODEL_TIMEOUT, soon",
        "REVIEW_MODE, Very Strict",
        "REVIEW_LIMIT, 0",
        "REVIEW_LIMIT_PER_OWNER, 1001",
        "REVIEW_LIMIT_PER_REPOSITORY, few"
    })
    void an_unusable_setting_refuses_to_start_and_is_named(String name, String value) {
        assertThatThrownBy(() -> register(Map.of(name, value)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(name);
    }

    @Test
    void without_limits_a_review_has_none() {
        assertThat(reviewLimits(Map.of())).isEmpty();
    }

    @Test
    void reviews_are_limited_together_by_owner_and_by_repository() {
        Map<String, String> limits =
                Map.of("REVIEW_LIMIT", "20", "REVIEW_LIMIT_PER_OWNER", "5", "REVIEW_LIMIT_PER_REPOSITORY", "1");

        assertThat(reviewLimits(limits))
                .containsExactly(
                        LockKey.permits("kind:pr-review", "acme/site", 1),
                        LockKey.permits("kind:pr-review", "acme", 5),
                        LockKey.permits("kind", "pr-review", 20));
    }

    private List<LockKey> reviewLimits(Map<String, String> changed) {
        String payload = NewJob.of("pr-review", new ReviewRequest("Acme", "Site", 7, null, false, ""))
                .payload();
        return limits(handlers(changed).find("pr-review").orElseThrow(), payload);
    }

    private static <T> List<LockKey> limits(HandlerSpec<T> spec, String payload) {
        return spec.limits("pr-review", spec.decode(payload)).stream()
                .map(LockRequest::key)
                .toList();
    }

    @Test
    void without_a_secret_there_is_no_webhook() {
        assertThat(plugin.webhook(new Settings(Map.of()))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"''", "' '"})
    void an_empty_secret_refuses_to_start(String secret) {
        Settings settings = new Settings(Map.of("GITHUB_WEBHOOK_SECRET", secret));

        assertThatThrownBy(() -> plugin.webhook(settings))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("GITHUB_WEBHOOK_SECRET");
    }

    @Test
    void a_secret_makes_a_webhook_that_does_not_show_it() {
        assertThat(plugin.webhook(new Settings(Map.of("GITHUB_WEBHOOK_SECRET", "hush"))))
                .hasValueSatisfying(webhook -> {
                    assertThat(webhook.source()).isEqualTo("github");
                    assertThat(webhook.signing().secret()).isEqualTo("hush");
                    assertThat(webhook.signing().toString()).doesNotContain("hush");
                });
    }

    @Test
    void every_secret_is_marked_as_one() {
        assertThat(plugin.settings())
                .filteredOn(setting -> setting.name().matches(".*(TOKEN|SECRET|KEY)"))
                .hasSize(3)
                .allMatch(setting -> setting.secret());
    }

    private Set<String> register(Map<String, String> changed) {
        return handlers(changed).kinds();
    }

    private Handlers handlers(Map<String, String> changed) {
        Map<String, String> values = new HashMap<>(Map.of("GITHUB_TOKEN", "token", "MODEL_NAME", "model"));
        values.putAll(changed);
        Handlers handlers = new Handlers();
        plugin.register(handlers, new Settings(values));
        return handlers;
    }
}
