package dev.holdfast.app.cases;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The files that are shipped beside the code. */
final class Checkout {
    private Checkout() {}

    static Path file(String name) {
        Path folder = Child.lib();
        while (!Files.exists(folder.resolve("docker-compose.yml"))) {
            folder = folder.getParent();
        }
        return folder.resolve(name);
    }

    static String read(String name) throws IOException {
        return Files.readString(file(name));
    }
}
