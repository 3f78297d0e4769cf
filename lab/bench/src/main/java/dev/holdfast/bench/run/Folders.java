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

    static void copy(Path from, Path to) throws IOException {
        for (Path path : all(from)) {
            Files.copy(path, to.resolve(from.relativize(path).toString()));
        }
    }

    /** Parents before what is in them. */
    private static List<Path> all(Path folder) throws IOException {
        try (Stream<Path> paths = Files.walk(folder)) {
            return paths.toList();
        }
    }
}
