package dev.holdfast.github;

import dev.holdfast.github.actuate.ActuateHandler;
import dev.holdfast.github.api.Rest;
import dev.holdfast.github.demo.GitHubDemo;
import dev.holdfast.github.http.HttpCalls;
import dev.holdfast.github.pull.ActuateRequest;
import dev.holdfast.github.pull.ReviewRequest;
import dev.holdfast.github.repo.RepoClone;
import dev.holdfast.github.review.Diffs;
import dev.holdfast.github.review.Model;
import dev.holdfast.github.review.ReviewHandler;
import dev.holdfast.github.webhook.GitHubWebhook;
import dev.holdfast.plugin.DemoScenario;
import dev.holdfast.plugin.HandlerSpec;
import dev.holdfast.plugin.Handlers;
import dev.holdfast.plugin.Setting;
import dev.holdfast.plugin.Settings;
import dev.holdfast.plugin.Webhook;
import dev.holdfast.plugin.WorkerPlugin;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The pull-request plugin. Without {@code GITHUB_TOKEN} it serves no kind, so that its jobs wait, visible, for a worker
 * that has one; without {@code GITHUB_WEBHOOK_SECRET} it has no webhook.
 */
public final class GitHubPlugin implements WorkerPlugin {
    /** For everything of an attempt but the model's thinking. */
    private static final Duration AROUND = Duration.ofMinutes(5);

    /** As long as another review's fetch usually takes; then the job lets somebody else have its slot. */
    private static final Duration CLONE_PATIENCE = Duration.ofSeconds(20);

    @Override
    public String name() {
        return "github";
    }

    @Override
    public List<Setting> settings() {
        return PluginSettings.ALL;
    }

    /** @throws IllegalArgumentException naming the setting that is missing or unreadable */
    @Override
    public void register(Handlers handlers, Settings settings) {
        if (settings.get(PluginSettings.TOKEN).isBlank()) {
            return;
        }
        PluginSettings read = new PluginSettings(settings);
        HttpCalls http = new HttpCalls();
        handlers.handle(ReviewRequest.KIND, review(http, read)).handle(ActuateRequest.KIND, actuate(http, read));
    }

    private static HandlerSpec<ReviewRequest> review(HttpCalls http, PluginSettings settings) {
        Model.Endpoint model = settings.model();
        Optional<Path> clones = settings.cloneDirectory();
        Diffs diffs = clones.map(directory -> diffsIn(directory, settings)).orElse(Diffs.BY_API);
        var handler = new ReviewHandler(http, settings.github(), new Model(http, model), settings.mode(), diffs);
        Duration around = clones.isPresent() ? AROUND.plus(settings.cloneTimeout()) : AROUND;
        return ReviewLimits.of(settings)
                .on(HandlerSpec.of(ReviewRequest.class, handler)
                        .withTimeout(model.timeout().plus(around)));
    }

    private static Diffs diffsIn(Path directory, PluginSettings settings) {
        try {
            RepoClone.Limits limits = new RepoClone.Limits("git", settings.cloneTimeout(), CLONE_PATIENCE);
            return Diffs.byClone(RepoClone.open(directory, settings.cloneRemote(), limits));
        } catch (IOException e) {
            throw new IllegalArgumentException(PluginSettings.CLONE_DIR + ": " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while clones were being checked", e);
        }
    }

    private static HandlerSpec<ActuateRequest> actuate(HttpCalls http, PluginSettings settings) {
        Rest.Endpoint github = settings.github();
        return HandlerSpec.of(ActuateRequest.class, new ActuateHandler(http, github, settings.mode()))
                .withLocks(ActuateHandler::locks)
                .withTimeout(AROUND);
    }

    /** @throws IllegalArgumentException if the secret is there and blank: anybody could sign with it */
    @Override
    public Optional<Webhook> webhook(Settings settings) {
        return settings.isSet(PluginSettings.WEBHOOK_SECRET)
                ? Optional.of(new GitHubWebhook(settings.require(PluginSettings.WEBHOOK_SECRET)))
                : Optional.empty();
    }

    @Override
    public Optional<DemoScenario> demo() {
        return Optional.of(new GitHubDemo());
    }
}
