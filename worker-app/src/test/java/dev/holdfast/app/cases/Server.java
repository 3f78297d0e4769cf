package dev.holdfast.app.cases;

import dev.holdfast.embedded.EmbeddedPostgres;
import dev.holdfast.embedded.PostgresConfig;
import java.io.IOException;
import java.nio.file.Path;

/** Servers for cases that do to them what the shared one must not suffer. */
final class Server {
    private static final Path TARGET =
            Path.of(System.getProperty("holdfast.test.dir", "target")).toAbsolutePath();

    /** Where the shared server's programs are, so that nobody unpacks them twice. */
    static final Path BINARIES = TARGET.resolve("holdfast-postgres").resolve("pgsql");

    private Server() {}

    /** The folder is kept from run to run, because a new data directory takes seconds. */
    static EmbeddedPostgres ofItsOwn(String name) throws IOException, InterruptedException {
        return EmbeddedPostgres.start(PostgresConfig.in(folder(name)).withBinaries(BINARIES));
    }

    static Path folder(String name) {
        return TARGET.resolve("holdfast-cases").resolve(name);
    }
}
