package dev.holdfast.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.job.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PluginsTest {
    private static final Settings NONE = new Settings(Map.of());

    @TempDir
    Path directory;

    private CompiledJar compiled;

    @BeforeEach
    void setUp() {
        compiled = new CompiledJar(directory);
    }

    @Test
    void aHandlerFromAJarGetsItsPayloadAsARecordAndRuns() throws Exception {
        compiled.of("Greeter", "greet");

        try (Plugins plugins = Plugins.load(Optional.of(directory))) {
            HandlerSpec<?> spec = plugins.handlers(plugin -> NONE).find("greet").orElseThrow();

            assertThat(handled(spec, "{\"text\":\"hello\"}")).isEqualTo(Outcome.complete("Greeter got hello"));
        }
    }

    @Test
    void eachJarHasAClassLoaderOfItsOwn() throws Exception {
        compiled.of("Greeter", "greet");
        compiled.of("Parter", "part");

        try (Plugins plugins = Plugins.load(Optional.of(directory))) {
            assertThat(plugins.all()).extracting(WorkerPlugin::name).contains("Greeter", "Parter");
            assertThat(plugins.all())
                    .extracting(plugin -> plugin.getClass().getClassLoader())
                    .doesNotHaveDuplicates();
        }
    }

    @Test
    void pluginsOfTheClassPathAreNotFoundAgainThroughAJar() throws Exception {
        compiled.of("Greeter", "greet");
        compiled.of("Parter", "part");

        try (Plugins plugins = Plugins.load(Optional.of(directory));
                Plugins alone = Plugins.load(Optional.empty())) {
            assertThat(plugins.all()).hasSize(alone.all().size() + 2);
        }
    }

    @Test
    void twoHandlersOfOneKindRefuseToStartAndBothPluginsAreNamed() throws Exception {
        compiled.of("Greeter", "greet");
        compiled.of("Waver", "greet");

        try (Plugins plugins = Plugins.load(Optional.of(directory))) {
            assertThatThrownBy(() -> plugins.handlers(plugin -> NONE))
                    .isInstanceOf(PluginException.class)
                    .hasMessageContainingAll("greet", "Greeter (greeter.jar)", "Waver (waver.jar)");
        }
    }

    @Test
    void aFileThatIsNoJarIsNamed() throws Exception {
        Files.writeString(directory.resolve("torn.jar"), "not a jar");

        assertThatThrownBy(() -> Plugins.load(Optional.of(directory)))
                .isInstanceOf(PluginException.class)
                .hasMessageContaining("torn.jar");
    }

    @Test
    void aJarWhosePluginClassIsMissingIsNamed() throws Exception {
        compiled.jar("Other", "public class Other {}", "Missing");

        assertThatThrownBy(() -> Plugins.load(Optional.of(directory)))
                .isInstanceOf(PluginException.class)
                .hasMessageContainingAll("other.jar", "Missing");
    }

    @Test
    void aPluginThatThrowsWhileItRegistersIsNamed() throws Exception {
        compiled.jar("Picky", PICKY, "Picky");

        try (Plugins plugins = Plugins.load(Optional.of(directory))) {
            assertThatThrownBy(() -> plugins.handlers(plugin -> NONE))
                    .isInstanceOf(PluginException.class)
                    .hasMessageContainingAll("picky", "picky.jar", "TOKEN is not set");
        }
    }

    private static <T> Outcome handled(HandlerSpec<T> spec, String json) throws Exception {
        return spec.handler().handle(spec.decode(json), null);
    }

    private static final String PICKY = """
            import dev.holdfast.plugin.*;

            public class Picky implements WorkerPlugin {
                public String name() {
                    return "picky";
                }

                public void register(Handlers handlers, Settings settings) {
                    settings.require("TOKEN");
                }
            }
            """;
}
