package dev.holdfast.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/**
 * Compiles an example into a plugin jar, as its reader would.
 *
 * @param example folder with {@code src/main/java} and {@code src/main/resources}
 */
record ExampleJar(Path example) {
    void into(Path folder) throws IOException {
        Path classes = Files.createDirectory(folder.resolve("classes"));
        compile(classes);
        try (JarOutputStream jar =
                new JarOutputStream(Files.newOutputStream(folder.resolve(example.getFileName() + ".jar")))) {
            put(jar, classes);
            put(jar, example.resolve("src/main/resources"));
        }
    }

    private void compile(Path classes) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("-proc:none", "-Xlint:all", "-Werror", "--release", "17"));
        arguments.addAll(List.of("-cp", System.getProperty("java.class.path"), "-d", classes.toString()));
        files(example.resolve("src/main/java")).forEach(file -> arguments.add(file.toString()));
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new)))
                .isZero();
    }

    private static void put(JarOutputStream jar, Path root) throws IOException {
        for (Path file : files(root)) {
            jar.putNextEntry(new JarEntry(root.relativize(file).toString()));
            Files.copy(file, jar);
            jar.closeEntry();
        }
    }

    private static List<Path> files(Path root) throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            return all.filter(Files::isRegularFile).sorted().toList();
        }
    }
}
