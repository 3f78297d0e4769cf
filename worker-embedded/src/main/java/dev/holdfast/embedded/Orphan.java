package dev.holdfast.embedded;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A PostgreSQL that still runs in a folder whose lock we hold: it has lost its JVM, and is stopped. */
final class Orphan {
    private Orphan() {}

    static void stop(Cluster cluster, Programs programs) throws IOException, InterruptedException {
        Optional<Long> pid = cluster.recordedPid();
        if (pid.isEmpty()) {
            return;
        }
        if (!servesFrom(cluster.data(), pid.get())) {
            // After a restart of the machine or the container the number may belong to anybody.
            Files.deleteIfExists(cluster.pidFile());
            return;
        }
        Signals.send("CONT", List.of(pid.get()));
        try {
            String data = cluster.data().toString();
            programs.run(programs.path("pg_ctl"), "stop", "-D", data, "-m", "fast", "-w", "-t", "30");
        } catch (IOException e) {
            // Its own guard may have been faster, which pg_ctl calls a failure.
            if (servesFrom(cluster.data(), pid.get())) {
                throw e;
            }
        }
    }

    private static boolean servesFrom(Path data, long pid) throws IOException {
        try {
            byte[] commandLine = Files.readAllBytes(Path.of("/proc", Long.toString(pid), "cmdline"));
            return List.of(new String(commandLine, StandardCharsets.UTF_8).split("\0"))
                    .contains(data.toString());
        } catch (NoSuchFileException gone) {
            return false;
        }
    }
}
