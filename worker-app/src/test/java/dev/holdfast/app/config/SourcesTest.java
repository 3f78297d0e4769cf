package dev.holdfast.app.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.plugin.Setting;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SourcesTest {
    private static final List<Setting> SETTINGS =
            List.of(new Setting("GITHUB_API_URL", "where GitHub is", "https://api.github.com", false));

    @TempDir
    Path folder;

    @Test
    void the_environment_wins_over_the_file() throws Exception {
        Sources sources = sources(Map.of("HOLDFAST_POLL", "2s"), "poll=3s\nheartbeat=4s\n");

        assertThat(sources.find(Key.POLL).orElseThrow().value()).isEqualTo("2s");
        assertThat(sources.find(Key.HEARTBEAT).orElseThrow().value()).isEqualTo("4s");
        assertThat(sources.find(Key.MARGIN)).isEmpty();
    }

    @Test
    void a_blank_variable_counts_as_not_set() throws Exception {
        assertThat(sources(Map.of("HOLDFAST_POLL", " "), "poll=3s")
                        .find(Key.POLL)
                        .orElseThrow()
                        .value())
                .isEqualTo("3s");
    }

    @Test
    void the_stop_grace_period_has_the_name_that_compose_reads() throws Exception {
        assertThat(sources(Map.of("STOP_GRACE_PERIOD", "30s"), "").find(Key.STOP_GRACE_PERIOD))
                .isPresent();
    }

    @Test
    void a_plugin_reads_its_settings_by_name_then_dotted_then_by_default() throws Exception {
        assertThat(sources(Map.of("GITHUB_API_URL", "http://a"), "github.api.url=http://b")
                        .settings(SETTINGS)
                        .get("GITHUB_API_URL"))
                .isEqualTo("http://a");
        assertThat(sources(Map.of(), "github.api.url=http://b")
                        .settings(SETTINGS)
                        .get("GITHUB_API_URL"))
                .isEqualTo("http://b");
        assertThat(sources(Map.of(), "").settings(SETTINGS).get("GITHUB_API_URL"))
                .isEqualTo("https://api.github.com");
    }

    @Test
    void an_unknown_variable_is_refused_with_the_nearest_known_one() throws Exception {
        Sources sources = sources(Map.of("HOLDFAST_CONCURENCY", "5"), "");

        assertThatThrownBy(() -> sources.refuseUnknown(SETTINGS))
                .isInstanceOf(ConfigurationException.class)
                .hasMessage("unknown environment variable: HOLDFAST_CONCURENCY; did you mean HOLDFAST_CONCURRENCY?");
    }

    @Test
    void an_unknown_key_of_the_file_is_refused_with_the_nearest_known_one() throws Exception {
        Sources sources = sources(Map.of(), "github.api.ulr=http://b");

        assertThatThrownBy(() -> sources.refuseUnknown(SETTINGS))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContainingAll("github.api.ulr", "did you mean github.api.url?", "holdfast.properties");
    }

    @Test
    void what_is_like_nothing_known_gets_no_hint() throws Exception {
        Sources sources = sources(Map.of("HOLDFAST_WOBBLE_QUICKLY_PLEASE_OR_ELSE", "5"), "");

        assertThatThrownBy(() -> sources.refuseUnknown(List.of())).hasMessageNotContaining("did you mean");
    }

    @Test
    void known_keys_of_both_places_are_accepted() throws Exception {
        sources(
                        Map.of("HOLDFAST_POLL", "2s", "HOLDFAST_CONFIG", "holdfast.properties", "PATH", "/bin"),
                        "github.api.url=http://b\nqueues=a,b")
                .refuseUnknown(SETTINGS);
    }

    @Test
    void a_file_that_is_named_must_exist() {
        assertThatThrownBy(() -> Sources.find(Map.of(), Optional.of(folder.resolve("absent.properties")), folder))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContainingAll("absent.properties", "there is no such file");
    }

    @Test
    void a_key_that_stands_in_the_file_twice_is_refused() {
        assertThatThrownBy(() -> sources(Map.of(), "poll=1s\npoll=2s"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContainingAll("poll", "twice");
    }

    private Sources sources(Map<String, String> environment, String file) throws Exception {
        Files.writeString(folder.resolve("holdfast.properties"), file);
        return Sources.find(environment, Optional.empty(), folder);
    }
}
