package dev.holdfast.app.cases;

import dev.holdfast.embedded.EmbeddedPostgres;
import dev.holdfast.embedded.PostgresConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A PostgreSQL whose host's wall clock can be shifted: a copy of the programs in which {@code postgres} is a script. */
final class ShiftedPostgres {
    private ShiftedPostgres() {}

    static EmbeddedPostgres start(Path folder, FakeClock clock) throws IOException, InterruptedException {
        Path binaries = Files.createDirectories(folder.resolve("pgsql"));
        copyPrograms(binaries);
        wrap(postgres(binaries), clock);
        return EmbeddedPostgres.start(
                PostgresConfig.in(folder).withBinaries(binaries).with("fsync", "off"));
    }

    /** The server that the tests share has unpacked them already. */
    private static void copyPrograms(Path binaries) throws IOException, InterruptedException {
        EmbeddedPostgres.shared();
        int status = new ProcessBuilder(
                        "cp", "-r", "--preserve=mode,links", Server.BINARIES + "/.", binaries.toString())
                .inheritIO()
                .start()
                .waitFor();
        if (status != 0) {
            throw new IOException("cannot copy " + Server.BINARIES);
        }
    }

    private static Path postgres(Path binaries) throws IOException {
        try (Stream<Path> versions = Files.list(binaries)) {
            return versions.map(version -> version.resolve("bin").resolve("postgres"))
                    .filter(Files::exists)
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static void wrap(Path program, FakeClock clock) throws IOException {
        Path real = program.resolveSibling("postgres.real");
        Files.move(program, real, StandardCopyOption.REPLACE_EXISTING);
        String exports = clock.environment().entrySet().stream()
                .map(variable -> "export " + variable.getKey() + "='" + variable.getValue() + "'")
                .collect(Collectors.joining("\n"));
        Files.write(program, List.of("#!/bin/sh", exports, "exec '" + real + "' \"$@\""));
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
