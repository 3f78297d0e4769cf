package dev.holdfast.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/** Compiles one source file into a plugin jar, as a user's build would. */
final class CompiledJar {
    private final Path folder;

    CompiledJar(Path folder) {
        this.folder = folder;
    }

    /** A jar whose plugin of that name registers a handler for the kind, which answers the plugin's name. */
    Path of(String className, String kind) throws IOException {
        return jar(className, SOURCE.replace("NAME", className).replace("KIND", kind), className);
    }

    /** A jar with that source, that names {@code provider} as its plugin. */
    Path jar(String className, String source, String provider) throws IOException {
        Path classes = Files.createDirectories(folder.resolve("classes-" + className));
        Path file = Files.writeString(classes.resolve(className + ".java"), source);
        compile(file, classes);
        Path jar = folder.resolve(className.toLowerCase(Locale.ROOT) + ".jar");
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream entries = new JarOutputStream(out)) {
            put(
                    entries,
                    "META-INF/services/" + WorkerPlugin.class.getName(),
                    provider.getBytes(StandardCharsets.UTF_8));
            for (Path each : classFiles(classes)) {
                put(entries, each.getFileName().toString(), Files.readAllBytes(each));
            }
        }
        return jar;
    }

    private static List<Path> classFiles(Path classes) throws IOException {
        try (Stream<Path> files = Files.list(classes)) {
            return files.filter(file -> file.toString().endsWith(".class")).toList();
        }
    }

    private static void compile(Path file, Path classes) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        String classPath = System.getProperty("java.class.path");
        List<String> arguments = List.of("-proc:none", "-cp", classPath, "-d", classes.toString(), file.toString());
        assertThat(compiler.run(null, null, null, arguments.toArray(String[]::new)))
                .isZero();
    }

    private static void put(JarOutputStream jar, String name, byte[] bytes) throws IOException {
        jar.putNextEntry(new JarEntry(name));
        jar.write(bytes);
        jar.closeEntry();
    }

    private static final String SOURCE = """
            import dev.holdfast.job.Outcome;
            import dev.holdfast.plugin.*;

            public class NAME implements WorkerPlugin {
                public record Payload(String text) {}

                public String name() {
                    return "NAME";
                }

                public void register(Handlers handlers, Settings settings) {
                    handlers.handle("KIND", Payload.class,
                            (payload, attempt) -> Outcome.complete("NAME got " + payload.text()));
                }
            }
            """;
}
