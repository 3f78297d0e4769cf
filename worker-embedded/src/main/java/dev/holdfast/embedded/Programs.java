package dev.holdfast.embedded;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** The PostgreSQL programs, run as a user they accept, in a folder that user can enter. */
record Programs(Path bin, RunAs as, Path root) {

    static Programs prepare(PostgresConfig config) throws IOException, InterruptedException {
        Path root = config.root();
        RunAs as = RunAs.of(root);
        as.own(root);
        as.mustReach(root);
        Path bin = PgBinaries.in(config.binaries());
        as.mustReach(bin);
        return new Programs(bin, as, root);
    }

    String path(String program) {
        return bin.resolve(program).toString();
    }

    ProcessBuilder builder(List<String> command) {
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(root.toFile()).redirectErrorStream(true);
        builder.environment().keySet().removeIf(name -> name.startsWith("PG"));
        builder.environment().put("LC_ALL", "C");
        return builder;
    }

    /** Runs a program to its end; a failure carries what it printed. Blocks, interruptible between reads. */
    void run(String... words) throws IOException, InterruptedException {
        Process process = builder(as.command(words)).start();
        process.getOutputStream().close();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException(words[0] + " failed: " + printed);
        }
    }
}
