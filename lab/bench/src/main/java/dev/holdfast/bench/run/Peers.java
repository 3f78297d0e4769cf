package dev.holdfast.bench.run;

import dev.holdfast.bench.contender.Contender;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Systems to compare with that are no part of this project: each is a small Maven project of its own in a folder of
 * {@code lab/bench/peers}, fetched and built in a scratch folder when a benchmark runs. One that cannot be had is left
 * out, and the run says so.
 */
public final class Peers {
    private static final int DB_SCHEDULER_SHARE = 4;

    private final Path sources;
    private final Path scratch;
    private final PrintStream progress;

    /**
     * @param sources folder of the peers' projects
     * @param scratch where they are built
     */
    public Peers(Path sources, Path scratch, PrintStream progress) {
        this.sources = sources;
        this.scratch = scratch;
        this.progress = progress;
    }

    /** The queues to compare with that can be had, each at the settings at which it does best. Blocks as {@link #get}. */
    List<Subject> queues() throws IOException, InterruptedException {
        return get("db-scheduler", "dev.holdfast.bench.peers.DbSchedulerContender", Map.of("threads", "100")).stream()
                .map(peer -> peer.with(DB_SCHEDULER_SHARE))
                .toList();
    }

    /**
     * Fetches and builds a peer. Blocks, the first time for as long as the download takes.
     *
     * @param name of its folder, and of the system in the report
     * @param contender class in it
     */
    Optional<Subject> get(String name, String contender, Map<String, String> settings)
            throws IOException, InterruptedException {
        Path project = scratch.resolve(name);
        if (!Files.exists(project) && !build(name, project)) {
            return Optional.empty();
        }
        String classPath =
                project.resolve("target/classes") + File.pathSeparator + project.resolve("target/lib") + "/*";
        return Optional.of(Subject.peer(name, contender, classPath, settings));
    }

    private boolean build(String name, Path project) throws IOException, InterruptedException {
        progress.println("fetching " + name + " ...");
        Files.createDirectories(scratch);
        Folders.copy(sources.resolve(name), project);
        Path log = scratch.resolve(name + ".log");
        List<String> command = List.of("mvn", "-q", "-B", "-ntp", "-Dbench.jar=" + ownJar(), "package");
        try {
            Process build = new ProcessBuilder(command)
                    .directory(project.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            if (build.waitFor() == 0) {
                return true;
            }
            progress.println("left out: " + name + " could not be built, " + firstError(log));
        } catch (IOException e) {
            progress.println("left out: " + name + ", no mvn: " + e.getMessage());
        }
        Folders.delete(project);
        return false;
    }

    private static String firstError(Path log) throws IOException {
        return Files.readAllLines(log).stream()
                .filter(line -> line.contains("ERROR"))
                .findFirst()
                .orElse("and said nothing");
    }

    private static Path ownJar() {
        try {
            return Path.of(Contender.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
