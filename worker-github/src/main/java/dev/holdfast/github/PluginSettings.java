package dev.holdfast.github;

import dev.holdfast.github.api.Rest;
import dev.holdfast.github.repo.Remote;
import dev.holdfast.github.review.Model;
import dev.holdfast.plugin.Setting;
import dev.holdfast.plugin.Settings;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/** The plugin's settings: what they are called, and how their texts are read. */
final class PluginSettings {
    static final String TOKEN = "GITHUB_TOKEN";
    static final String WEBHOOK_SECRET = "GITHUB_WEBHOOK_SECRET";

    static final String CLONE_DIR = "CLONE_DIR";

    static final String REVIEWS = "REVIEW_LIMIT";
    static final String REVIEWS_PER_OWNER = "REVIEW_LIMIT_PER_OWNER";
    static final String REVIEWS_PER_REPOSITORY = "REVIEW_LIMIT_PER_REPOSITORY";

    static final List<Setting> ALL = List.of(
            new Setting("GITHUB_API_URL", "where GitHub's REST API is", "https://api.github.com", false),
            new Setting(TOKEN, "may read and write pull requests; the plugin's handlers need it", "", true),
            new Setting("GITHUB_TIMEOUT", "bound of one call to GitHub", "10s", false),
            new Setting(WEBHOOK_SECRET, "shared with GitHub's webhook; its endpoint needs it", "", true),
            new Setting("MODEL_API_URL", "where an OpenAI-compatible API is", "https://api.openai.com", false),
            new Setting("MODEL_API_KEY", "sent to the model's API, if it needs one", "", true),
            new Setting("MODEL_NAME", "which model reviews", "", false),
            new Setting("MODEL_TIMEOUT", "bound of one review by the model", "5m", false),
            new Setting("REVIEW_MODE", "how to review; part of the review lock's name", "standard", false),
            new Setting(REVIEWS, "most reviews at once, over all workers; empty for no limit", "", false),
            new Setting(REVIEWS_PER_OWNER, "the same for the repositories of one owner together", "", false),
            new Setting(REVIEWS_PER_REPOSITORY, "the same for one repository", "", false),
            new Setting(
                    CLONE_DIR, "directory of clones, from which reviews get their diffs; empty asks GitHub", "", false),
            new Setting("CLONE_URL", "where repositories are cloned from", "https://github.com", false),
            new Setting("CLONE_TIMEOUT", "bound of one git command", "5m", false));

    private static final Pattern DURATION = Pattern.compile("([1-9][0-9]{0,6})(ms|s|m)");
    private static final Pattern LIMIT = Pattern.compile("[1-9][0-9]{0,2}|1000");
    private static final Pattern MODE = Pattern.compile("[a-z0-9-]{1,20}");

    private final Settings settings;

    PluginSettings(Settings settings) {
        this.settings = settings;
    }

    Rest.Endpoint github() {
        return new Rest.Endpoint(url("GITHUB_API_URL"), settings.require(TOKEN), duration("GITHUB_TIMEOUT"));
    }

    Model.Endpoint model() {
        return new Model.Endpoint(
                url("MODEL_API_URL"),
                settings.get("MODEL_API_KEY"),
                settings.require("MODEL_NAME"),
                duration("MODEL_TIMEOUT"));
    }

    String mode() {
        String mode = value("REVIEW_MODE");
        if (!MODE.matcher(mode).matches()) {
            throw new IllegalArgumentException("REVIEW_MODE must be 1 to 20 characters of a-z 0-9 -");
        }
        return mode;
    }

    /** How many at once; empty for any number. */
    OptionalInt limit(String name) {
        String text = settings.get(name).strip();
        if (text.isEmpty()) {
            return OptionalInt.empty();
        }
        if (!LIMIT.matcher(text).matches()) {
            throw new IllegalArgumentException(name + " must be a whole number from 1 to 1000, or empty");
        }
        return OptionalInt.of(Integer.parseInt(text));
    }

    /** Empty if reviews ask GitHub for diffs. */
    Optional<Path> cloneDirectory() {
        return Optional.of(settings.get(CLONE_DIR).strip())
                .filter(text -> !text.isEmpty())
                .map(Path::of);
    }

    Remote cloneRemote() {
        try {
            return new Remote(URI.create(value("CLONE_URL")), settings.require(TOKEN));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("CLONE_URL: " + e.getMessage(), e);
        }
    }

    Duration cloneTimeout() {
        return duration("CLONE_TIMEOUT");
    }

    private URI url(String name) {
        String text = value(name);
        String trimmed = text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
        try {
            return requireHttp(name, URI.create(trimmed));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(name + " must read like https://host or https://host/path", e);
        }
    }

    private static URI requireHttp(String name, URI url) {
        boolean http = "https".equals(url.getScheme()) || "http".equals(url.getScheme());
        if (!http || url.getHost() == null || url.getRawQuery() != null || url.getRawFragment() != null) {
            throw new IllegalArgumentException(name);
        }
        return url;
    }

    private Duration duration(String name) {
        var text = DURATION.matcher(value(name));
        if (!text.matches()) {
            throw new IllegalArgumentException(name + " must be a duration like 500ms, 10s or 5m");
        }
        long amount = Long.parseLong(text.group(1));
        return switch (text.group(2)) {
            case "ms" -> Duration.ofMillis(amount);
            case "s" -> Duration.ofSeconds(amount);
            default -> Duration.ofMinutes(amount);
        };
    }

    private String value(String name) {
        String value = settings.get(name);
        return value.isBlank() ? defaultOf(name) : value.strip();
    }

    private static String defaultOf(String name) {
        return ALL.stream()
                .filter(setting -> setting.name().equals(name))
                .map(Setting::defaultValue)
                .findFirst()
                .orElseThrow();
    }
}
