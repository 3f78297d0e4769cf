package dev.holdfast.bench.run;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Makes the projects of peers in a scratch folder, where they stay until something they are made of changes. One that
 * cannot be made is told of in one line, once. For one thread.
 */
final class Workshop {
    private static final String STAMP = ".made";

    private final Path sources;
    private final Path scratch;
    private final PrintStream progress;
    private final Map<String, Optional<Path>> seen = new HashMap<>();

    /**
     * @param sources folder of the projects
     * @param scratch where they are made
     */
    Workshop(Path sources, Path scratch, PrintStream progress) {
        this.sources = sources;
        this.scratch = scratch;
        this.progress = progress;
    }

    /**
     * Copies a project and runs a command in it. Blocks, the first time for as long as the download takes.
     *
     * @param name of its folder
     * @param uses what the command reads beside the project
     * @return the folder; nothing if it could not be made
     */
    Optional<Path> make(String name, List<String> command, List<Path> uses) throws IOException, InterruptedException {
        if (!seen.containsKey(name)) {
            seen.put(name, asSeenFirst(name, command, uses));
        }
        return seen.get(name);
    }

    /** Says that something is missing from the run. */
    void leaveOut(String what, String why) {
        progress.println("left out: " + what + ": " + why);
    }

    private Optional<Path> asSeenFirst(String name, List<String> command, List<Path> uses)
            throws IOException, InterruptedException {
        Path project = scratch.resolve(name);
        String stamp = stamp(sources.resolve(name), uses) + command;
        if (Files.exists(project.resolve(STAMP))
                && Files.readString(project.resolve(STAMP)).equals(stamp)) {
            return Optional.of(project);
        }
        Optional<String> failure = anew(name, project, command);
        if (failure.isPresent()) {
            leaveOut(name, failure.get());
            return Optional.empty();
        }
        Files.writeString(project.resolve(STAMP), stamp);
        return Optional.of(project);
    }

    private static String stamp(Path source, List<Path> uses) throws IOException {
        StringBuilder text = new StringBuilder(Folders.fingerprint(source));
        for (Path used : uses) {
            text.append(Folders.fingerprint(used));
        }
        return text.toString();
    }

    /** Why it failed, if it did. */
    private Optional<String> anew(String name, Path project, List<String> command)
            throws IOException, InterruptedException {
        progress.println("fetching " + name + " ...");
        Folders.deleteIfThere(project);
        Files.createDirectories(scratch);
        Folders.copy(sources.resolve(name), project);
        return run(command, project, scratch.resolve(name + ".log"));
    }

    private static Optional<String> run(List<String> command, Path folder, Path log)
            throws IOException, InterruptedException {
        Process process;
        try {
            process = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
        } catch (IOException e) {
            return Optional.of("no " + command.get(0) + " to run");
        }
        process.getOutputStream().close();
        return process.waitFor() == 0 ? Optional.empty() : Optional.of(firstError(log));
    }

    /** A line that ends with a colon only announces one. */
    private static String firstError(Path log) throws IOException {
        return Files.readAllLines(log).stream()
                .map(String::strip)
                .filter(line -> line.toLowerCase(Locale.ROOT).contains("error") && !line.endsWith(":"))
                .findFirst()
                .orElse("it failed and said nothing");
    }
}
