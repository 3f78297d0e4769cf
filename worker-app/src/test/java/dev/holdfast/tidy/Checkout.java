package dev.holdfast.tidy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The files these tests read: the checkout they were built in. */
final class Checkout {
    private static final Path ROOT = root();

    private Checkout() {}

    static List<SourceFile> sources() {
        return modules().stream()
                .flatMap(module -> files(module.resolve("src"), ".java").stream())
                .map(file -> SourceFile.of(name(file), read(file)))
                .toList();
    }

    /** Those and the laboratory's, which is never shipped and may measure time and start threads as it likes. */
    static List<SourceFile> withLaboratory() {
        Stream<SourceFile> laboratory = files(ROOT.resolve("lab"), ".java").stream()
                .filter(file -> !name(file).contains("/target/"))
                .map(file -> SourceFile.of(name(file), read(file)));
        return Stream.concat(sources().stream(), laboratory).toList();
    }

    static List<SourceFile> mainSources() {
        return sources().stream().filter(SourceFile::isMain).toList();
    }

    static List<Path> migrations() {
        return files(ROOT.resolve("migrations"), ".sql");
    }

    /** @param path from the root, with slashes */
    static String text(String path) {
        return read(ROOT.resolve(path));
    }

    static boolean exists(String path) {
        return Files.exists(ROOT.resolve(path));
    }

    /** @return the path, from the root, of what a link on that page leads to */
    static String resolve(String page, String link) {
        return name(ROOT.resolve(page).resolveSibling(link).normalize());
    }

    static List<Page> pages() {
        Stream<Path> files = Stream.of(
                        List.of(ROOT.resolve("README.md"), ROOT.resolve("CHANGELOG.md")),
                        files(ROOT.resolve("docs"), ".md"),
                        files(ROOT.resolve("examples"), ".md"))
                .flatMap(List::stream);
        return files.map(file -> new Page(name(file), read(file))).toList();
    }

    private static List<Path> modules() {
        try (Stream<Path> entries = Files.list(ROOT)) {
            return entries.filter(entry -> Files.exists(entry.resolve("pom.xml")))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Path> files(Path folder, String ending) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(file -> file.toString().endsWith(ending)).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String name(Path file) {
        return ROOT.relativize(file).toString();
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path root() {
        Path here = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(here.resolve("worker-core"))) {
            here = here.getParent();
        }
        return here;
    }
}
