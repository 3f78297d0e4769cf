package dev.holdfast.github.repo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Repositories to clone from, on this disk. */
record LocalRemote(Path directory) {
    static final RepoName REPO = RepoName.parse("octo/shop");

    /** With one commit on its branch main. */
    static LocalRemote create(Path directory) throws Exception {
        LocalRemote remote = new LocalRemote(directory);
        Files.createDirectories(remote.folder());
        git(remote.folder(), "init", "--quiet", "--initial-branch=main");
        remote.commit("README.md", "An old line\n");
        return remote;
    }

    Path folder() {
        return directory.resolve(REPO + ".git");
    }

    Remote remote() {
        return new Remote(URI.create("file://" + directory), "");
    }

    /** @return the commit's id */
    String commit(String file, String text) throws Exception {
        Files.createDirectories(folder().resolve(file).getParent());
        Files.writeString(folder().resolve(file), text);
        return commitAll();
    }

    String commitAll() throws Exception {
        git(folder(), "add", "--all");
        git(folder(), "commit", "--quiet", "--message=A change");
        return head();
    }

    /** So many that a checkout takes a while. */
    String commitFiles(int count, String text) throws Exception {
        for (int number = 0; number < count; number++) {
            Path file = folder().resolve("d" + number % 50).resolve("f" + number);
            Files.createDirectories(file.getParent());
            Files.writeString(file, text + " " + number);
        }
        return commitAll();
    }

    String head() throws Exception {
        return git(folder(), "rev-parse", "HEAD");
    }

    /** What a test's git starts ends with it: maintenance in the background would outlive the test, and its folder. */
    static String git(Path directory, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("git", "-c", "user.name=A", "-c", "user.email=a@example.org"));
        command.addAll(List.of("-c", "safe.directory=*", "-c", "gc.auto=0", "-c", "maintenance.auto=false"));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        assertThat(process.waitFor()).as(printed).isZero();
        return printed;
    }
}
