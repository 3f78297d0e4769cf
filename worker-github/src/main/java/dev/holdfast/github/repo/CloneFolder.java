package dev.holdfast.github.repo;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.stream.Stream;

/**
 * The folders of one repository. Used by whoever holds its lock, when no git of an earlier holder runs any more.
 *
 * @param tree the work tree, with its {@code .git}
 * @param fresh where a clone is made before it is moved to its place
 */
record CloneFolder(Path tree, Path fresh) {
    private static final String UNDER_WAY = "holdfast-under-way";

    static CloneFolder of(Path base, RepoName repo) {
        String name = repo.owner() + "+" + repo.name();
        return new CloneFolder(
                base.resolve("clones").resolve(repo.owner()).resolve(repo.name()),
                base.resolve("fresh").resolve(name));
    }

    private Path git() {
        return tree.resolve(".git");
    }

    boolean exists() {
        return Files.isDirectory(git());
    }

    /** True if an earlier holder began something and did not end it in order. */
    boolean isInDoubt() {
        return Files.exists(git().resolve(UNDER_WAY));
    }

    /** From now on until {@link #settle} a death leaves doubts behind. */
    void begin() throws IOException {
        Files.write(git().resolve(UNDER_WAY), new byte[0]);
    }

    void settle() throws IOException {
        Files.deleteIfExists(git().resolve(UNDER_WAY));
    }

    /** Removes the lock files of gits that were killed. Git would wait for their owners for ever. */
    void removeLeftLocks() throws IOException {
        List<Path> left;
        try (Stream<Path> files = Files.walk(git())) {
            left = files.filter(file -> file.getFileName().toString().endsWith(".lock"))
                    .filter(Files::isRegularFile)
                    .toList();
        }
        for (Path file : left) {
            Files.delete(file);
        }
    }

    void prepareFresh() throws IOException {
        delete(fresh);
        Files.createDirectories(fresh.getParent());
        Files.createDirectories(tree.getParent());
    }

    /** Puts the fresh clone in the place of whatever is there. A death in between leaves none, which is no doubt. */
    void adoptFresh() throws IOException {
        Path old = fresh.resolveSibling(fresh.getFileName() + "+old");
        delete(old);
        if (Files.exists(tree)) {
            Files.move(tree, old, StandardCopyOption.ATOMIC_MOVE);
        }
        Files.move(fresh, tree, StandardCopyOption.ATOMIC_MOVE);
        delete(old);
    }

    private static void delete(Path folder) throws IOException {
        if (Files.exists(folder)) {
            Files.walkFileTree(folder, new Deleting());
        }
    }

    /** Does not follow links: what a repository links to is not its own. */
    private static final class Deleting extends SimpleFileVisitor<Path> {
        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path folder, IOException failure) throws IOException {
            if (failure != null) {
                throw failure;
            }
            Files.delete(folder);
            return FileVisitResult.CONTINUE;
        }
    }
}
