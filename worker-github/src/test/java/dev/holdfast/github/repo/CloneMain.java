package dev.holdfast.github.repo;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A process that checks a ref out. Arguments: base, remote's directory, git, ref. */
final class CloneMain {
    private CloneMain() {}

    public static void main(String[] arguments) throws Exception {
        RepoClone clones = RepoClone.open(
                Path.of(arguments[0]),
                new Remote(URI.create("file://" + arguments[1]), ""),
                new RepoClone.Limits(arguments[2], Duration.ofMinutes(5), Duration.ofMinutes(1)));
        clones.checkOut(LocalRemote.REPO, List.of(new Ref(arguments[3])), action -> {})
                .close();
    }

    static Process start(Path base, LocalRemote remote, String git, String ref) throws Exception {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        CloneMain.class.getName(),
                        base.toString(),
                        remote.directory().toString(),
                        git,
                        ref)
                .inheritIO()
                .start();
    }
}
