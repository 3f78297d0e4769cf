package dev.holdfast.github.repo;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;

/** A remote, clones of it, and a git that does as it is told. */
record CloneScene(Path base, LocalRemote remote, FakeGit fake) {
    static final Duration LONG = Duration.ofMinutes(1);

    static CloneScene in(Path directory) throws Exception {
        return new CloneScene(
                directory.resolve("base"),
                LocalRemote.create(directory.resolve("remote")),
                new FakeGit(directory.resolve("fake")));
    }

    RepoClone open() throws Exception {
        return open("git", LONG, LONG);
    }

    RepoClone open(String git, Duration timeout, Duration patience) throws Exception {
        return RepoClone.open(base, remote.remote(), new RepoClone.Limits(git, timeout, patience));
    }

    static WorkTree checkOut(RepoClone clones, String... refs) throws Exception {
        return clones.checkOut(LocalRemote.REPO, Stream.of(refs).map(Ref::new).toList(), action -> {});
    }

    Path tree() {
        return base.resolve("clones").resolve(LocalRemote.REPO.toString());
    }

    void assertSound() throws Exception {
        LocalRemote.git(tree(), "fsck", "--strict");
        assertThat(LocalRemote.git(tree(), "status", "--porcelain")).isEmpty();
        try (Stream<Path> files = Files.walk(tree().resolve(".git"))) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .noneMatch(name -> name.endsWith(".lock") || name.startsWith("holdfast-"));
        }
    }
}
