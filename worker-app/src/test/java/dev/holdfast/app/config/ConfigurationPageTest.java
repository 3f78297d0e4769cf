package dev.holdfast.app.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.plugin.Plugins;
import dev.holdfast.plugin.Setting;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@code docs/configuration.md} lists exactly what is read. */
class ConfigurationPageTest {
    @Test
    void thePageListsEveryKeyAndEverySettingAndNothingElse() throws Exception {
        List<String> rows = Files.readAllLines(Path.of("..", "docs", "configuration.md")).stream()
                .filter(line -> line.startsWith("| `"))
                .toList();

        assertThat(rows).containsExactlyElementsOf(expected());
    }

    private static List<String> expected() {
        Stream<String> keys = Arrays.stream(Key.values())
                .map(key -> row(key.environmentName(), key.fileName(), key.defaultValue(), key.description()));
        return Stream.concat(keys, settings().map(ConfigurationPageTest::row)).toList();
    }

    private static Stream<Setting> settings() {
        try (Plugins plugins = Plugins.load(Optional.empty())) {
            return plugins.all().stream().flatMap(plugin -> plugin.settings().stream());
        }
    }

    private static String row(Setting setting) {
        return row(setting.name(), Key.dotted(setting.name()), setting.defaultValue(), setting.description());
    }

    private static String row(String environment, String file, String byDefault, String description) {
        String shown = byDefault.isEmpty() ? "" : "`" + byDefault + "`";
        return "| `" + environment + "` | `" + file + "` | " + shown + " | " + description + " |";
    }
}
