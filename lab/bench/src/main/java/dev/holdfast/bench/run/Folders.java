package dev.holdfast.bench.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Folders with all that is in them. */
final class Folders {
    private Folders() {}

    static void delete(Path folder) throws IOException {
        for (Path path : all(folder).stream().sorted(Comparator.reverseOrder()).toList()) {
            Files.deleteIfExists(path);
        }
    }

    static void deleteIfThere(Path folder) throws IOException {
        if (Files.exists(folder)) {
            delete(folder);
        }
    }

    static void copy(Path from, Path to) throws IOException {
        for (Path path : all(from)) {
            Files.copy(path, to.resolve(from.relativize(path).toString()));
        }
    }

    /** A text that is another when a file in it is. */
    static String fingerprint(Path folder) throws IOException {
        StringBuilder text = new StringBuilder();
        for (Path path :
                all(folder).stream().filter(Files::isRegularFile).sorted().toList()) {
            text.append(path)
                    .append(' ')
                    .append(Files.size(path))
                    .append(' ')
                    .append(Files.getLastModifiedTime(path))
                    .append('\n');
        }
        return text.toString();
    }

    /** Parents before what is in them. */
    private static List<Path> all(Path folder) throws IOException {
        try (Stream<Path> paths = Files.walk(folder)) {
            return paths.toList();
        }
    }
}
