package dev.holdfast.github.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The stand-in's repositories, which any git can clone. Thread-safe.
 *
 * @param directory of all of them
 */
record Repositories(Path directory) {
    private static final int PUSHES = 1;

    /** Puts the commits of a pull request into its repository, which is made when missing. */
    synchronized void add(DemoPull pull) {
        try {
            Path repository =
                    directory.resolve(pull.id().owner()).resolve(pull.id().repo() + ".git");
            for (GitObject object : new DemoCommits(pull).objects(PUSHES)) {
                object.writeTo(repository.resolve("objects"));
            }
            write(repository.resolve("refs/heads/main"), new DemoCommits(pull).base());
            write(repository.resolve("refs/pull/" + pull.id().number() + "/head"), pull.head());
            write(repository.resolve("config"), "[core]\n\trepositoryformatversion = 0\n\tbare = true\n");
            write(repository.resolve("HEAD"), "ref: refs/heads/main");
        } catch (IOException e) {
            throw new UncheckedIOException("repository of " + pull.id(), e);
        }
    }

    /** What is there says the same already, and may be being read. */
    private static void write(Path file, String text) throws IOException {
        if (!Files.exists(file)) {
            Files.createDirectories(file.getParent());
            Files.writeString(file, text + "\n");
        }
    }
}
