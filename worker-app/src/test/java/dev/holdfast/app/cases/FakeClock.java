package dev.holdfast.app.cases;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The wall clock of the processes that are started with its environment: libfaketime shifts it, also while they run.
 * Their monotonic clock stays what it is, as it does when an administrator or NTP steps a real clock.
 */
final class FakeClock {
    private static final String NAME = "libfaketimeMT.so.1";
    private static final List<String> PLACES = List.of("/usr/lib", "/usr/local/lib", "/usr/lib64");

    private final Path library;
    private final Path file;

    /** @param file holds the shift; whoever runs with this clock must be able to read it */
    FakeClock(Path library, Path file) throws IOException {
        this.library = library;
        this.file = file;
        shift(Duration.ZERO);
    }

    /** Where libfaketime is on this machine, if it is. */
    static Optional<Path> library() {
        return PLACES.stream()
                .map(Path::of)
                .flatMap(place -> in(place).stream())
                .findFirst();
    }

    /** Debian keeps it below a folder for the architecture, others do not. */
    private static Optional<Path> in(Path place) {
        Path direct = place.resolve("faketime").resolve(NAME);
        if (Files.exists(direct) || !Files.isDirectory(place)) {
            return Optional.of(direct).filter(Files::exists);
        }
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(place, "*-linux-*")) {
            for (Path folder : folders) {
                if (Files.exists(folder.resolve("faketime").resolve(NAME))) {
                    return Optional.of(folder.resolve("faketime").resolve(NAME));
                }
            }
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Seen by the processes within a second. Moved into place: nobody reads half of it. */
    void shift(Duration shift) throws IOException {
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        Files.writeString(fresh, String.format("%+d%n", shift.toSeconds()));
        Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }

    Map<String, String> environment() {
        return Map.of(
                "LD_PRELOAD", library.toString(),
                "FAKETIME_TIMESTAMP_FILE", file.toString(),
                "FAKETIME_CACHE_DURATION", "1",
                "FAKETIME_DISABLE_SHM", "1",
                // Meant for an old C library; on others it makes timed waits of a JVM hang.
                "FAKETIME_FORCE_MONOTONIC_FIX", "0",
                "FAKETIME_DONT_FAKE_MONOTONIC", "1",
                "DONT_FAKE_MONOTONIC", "1");
    }
}
