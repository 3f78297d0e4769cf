package dev.holdfast.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where the tests keep the programs, and what a server leaves in its folder. */
final class TestFolders {
    private TestFolders() {}

    /** One unpacked copy for all tests of this module. */
    static Path binaries() {
        String folder = System.getProperty("holdfast.test.dir", System.getProperty("java.io.tmpdir"));
        return Path.of(folder, "holdfast-postgres", "pgsql");
    }

    static PostgresConfig server(Path root) {
        return PostgresConfig.in(root).withBinaries(binaries()).with("fsync", "off");
    }

    static long postmaster(Path root) throws IOException {
        return Long.parseLong(
                Files.readAllLines(root.resolve("data/postmaster.pid")).get(0).strip());
    }
}
