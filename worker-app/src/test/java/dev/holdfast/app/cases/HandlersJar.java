package dev.holdfast.app.cases;

import dev.holdfast.app.cases.handlers.CasesPlugin;
import dev.holdfast.app.cases.handlers.ForgetfulPlugin;
import dev.holdfast.plugin.WorkerPlugin;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/** Packs the handlers of the cases into a plugin jar. */
final class HandlersJar {
    private HandlersJar() {}

    static void writeInto(Path folder) throws IOException {
        String packageName = CasesPlugin.class.getPackageName().replace('.', '/');
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(folder.resolve("cases.jar")))) {
            put(
                    jar,
                    "META-INF/services/" + WorkerPlugin.class.getName(),
                    CasesPlugin.class.getName() + "\n" + ForgetfulPlugin.class.getName());
            for (Path each : classes(packageName)) {
                put(jar, packageName + "/" + each.getFileName(), Files.readAllBytes(each));
            }
        }
    }

    private static List<Path> classes(String packageName) throws IOException {
        try (Stream<Path> files = Files.list(root().resolve(packageName))) {
            return files.toList();
        }
    }

    private static Path root() throws IOException {
        try {
            URI classes = CasesPlugin.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI();
            return Path.of(classes);
        } catch (URISyntaxException e) {
            throw new IOException(e);
        }
    }

    private static void put(JarOutputStream jar, String name, String text) throws IOException {
        put(jar, name, text.getBytes(StandardCharsets.UTF_8));
    }

    private static void put(JarOutputStream jar, String name, byte[] bytes) throws IOException {
        jar.putNextEntry(new JarEntry(name));
        jar.write(bytes);
        jar.closeEntry();
    }
}
