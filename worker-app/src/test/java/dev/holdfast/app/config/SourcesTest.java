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
    void theEnvironmentWinsOverTheFile() throws Exception {
        Sources sources = sources(Map.of("HOLDFAST_POLL", "2s"), "poll=3s\nheartbeat=4s\n");

        assertThat(sources.find(Key.POLL).orElseThrow().value()).isEqualTo("2s");
        assertThat(sources.find(Key.HEARTBEAT).orElseThrow().value()).isEqualTo("4s");
        assertThat(sources.find(Key.MARGIN)).isEmpty();
    }

    @Test
    void aBlankVariableCountsAsNotSet() throws Exception {
        assertThat(sources(Map.of("HOLDFAST_POLL", " "), "poll=3s")
                        .find(Key.POLL)
                        .orElseThrow()
                        .value())
                .isEqualTo("3s");
    }

    @Test
    void theStopGracePeriodHasTheNameThatComposeReads() throws Exception {
        assertThat(sources(Map.of("STOP_GRACE_PERIOD", "30s"), "").find(Key.STOP_GRACE_PERIOD))
                .isPresent();
    }

    @Test
    void aPluginReadsItsSettingsByNameThenDottedThenByDefault() throws Exception {
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
    void anUnknownVariableIsRefusedWithTheNearestKnownOne() throws Exception {
        Sources sources = sources(Map.of("HOLDFAST_CONCURENCY", "5"), "");

        assertThatThrownBy(() -> sources.refuseUnknown(SETTINGS))
                .isInstanceOf(ConfigurationException.class)
                .hasMessage("unknown environment variable: HOLDFAST_CONCURENCY; did you mean HOLDFAST_CONCURRENCY?");
    }

    @Test
    void anUnknownKeyOfTheFileIsRefusedWithTheNearestKnownOne() throws Exception {
        Sources sources = sources(Map.of(), "github.api.ulr=http://b");

        assertThatThrownBy(() -> sources.refuseUnknown(SETTINGS))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContainingAll("github.api.ulr", "did you mean github.api.url?", "holdfast.properties");
    }

    @Test
    void whatIsLikeNothingKnownGetsNoHint() throws Exception {
        Sources sources = sources(Map.of("HOLDFAST_WOBBLE_QUICKLY_PLEASE_OR_ELSE", "5"), "");

        assertThatThrownBy(() -> sources.refuseUnknown(List.of())).hasMessageNotContaining("did you mean");
    }

    @Test
    void knownKeysOfBothPlacesAreAccepted() throws Exception {
        sources(
                        Map.of("HOLDFAST_POLL", "2s", "HOLDFAST_CONFIG", "holdfast.properties", "PATH", "/bin"),
                        "github.api.url=http://b\nqueues=a,b")
                .refuseUnknown(SETTINGS);
    }

    @Test
    void aFileThatIsNamedMustExist() {
        assertThatThrownBy(() -> Sources.find(Map.of(), Optional.of(folder.resolve("absent.properties")), folder))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContainingAll("absent.properties", "there is no such file");
    }

    @Test
    void aKeyThatStandsInTheFileTwiceIsRefused() {
        assertThatThrownBy(() -> sources(Map.of(), "poll=1s\npoll=2s"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContainingAll("poll", "twice");
    }

    private Sources sources(Map<String, String> environment, String file) throws Exception {
        Files.writeString(folder.resolve("holdfast.properties"), file);
        return Sources.find(environment, Optional.empty(), folder);
    }
}
