package dev.holdfast.github.repo;

import static dev.holdfast.github.repo.CloneScene.LONG;
import static dev.holdfast.github.repo.CloneScene.checkOut;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RepoCloneTest {
    @TempDir
    Path directory;

    private CloneScene scene;
    private LocalRemote remote;
    private FakeGit fake;
    private Path base;

    @BeforeEach
    void create() throws Exception {
        scene = CloneScene.in(directory);
        remote = scene.remote();
        fake = scene.fake();
        base = scene.base();
    }

    @Test
    void a_branch_is_cloned_and_later_brought_up_to_date() throws Exception {
        RepoClone clones = scene.open();
        try (WorkTree tree = checkOut(clones, "main")) {
            assertThat(tree.path().resolve("README.md")).hasContent("An old line");
        }
        remote.commit("README.md", "A new line\n");
        Files.writeString(scene.tree().resolve("left-over"), "by somebody");

        try (WorkTree tree = checkOut(clones, "main")) {
            assertThat(tree.path().resolve("README.md")).hasContent("A new line");
            assertThat(tree.path().resolve("left-over")).doesNotExist();
        }
        scene.assertSound();
    }

    @Test
    void a_commit_is_checked_out_and_its_diff_is_what_it_changed_since_it_parted() throws Exception {
        String first = remote.head();
        LocalRemote.git(remote.folder(), "checkout", "--quiet", "-b", "change");
        String head = remote.commit("b.txt", "mine\n");
        LocalRemote.git(remote.folder(), "update-ref", "refs/pull/7/head", head);
        LocalRemote.git(remote.folder(), "checkout", "--quiet", "main");
        String moved = remote.commit("c.txt", "theirs\n");

        try (WorkTree tree = checkOut(scene.open(), head, moved)) {
            assertThat(tree.diff()).contains("+mine").doesNotContain("theirs");
        }
        try (WorkTree tree = checkOut(scene.open(), "refs/pull/7/head", first)) {
            assertThat(tree.diff()).startsWith("diff --git a/b.txt b/b.txt");
        }
    }

    @Test
    void a_ref_that_is_not_there_fails_says_so_and_leaves_a_clone_without_doubts() throws Exception {
        RepoClone clones = scene.open();
        checkOut(clones, "main").close();

        assertThatThrownBy(() -> checkOut(clones, "gone"))
                .isInstanceOf(GitException.class)
                .hasMessageContaining("refs/heads/gone");

        scene.assertSound();
        checkOut(clones, "main").close();
    }

    @Test
    void no_hook_runs_no_configuration_of_the_machine_counts_and_only_the_remotes_protocol_is_spoken()
            throws Exception {
        RepoClone clones =
                scene.open(fake.doing("env > $DIR/env-$1; cat /proc/$$/cmdline > $DIR/arguments-$1"), LONG, LONG);
        checkOut(clones, "main").close();
        Path hook = scene.tree().resolve(".git/hooks/post-checkout");
        Files.createDirectories(hook.getParent());
        Files.writeString(hook, "#!/bin/sh\ntouch " + directory.resolve("hooked") + "\n");
        Files.setPosixFilePermissions(hook, PosixFilePermissions.fromString("rwxr-xr-x"));
        remote.commit("README.md", "A new line\n");
        checkOut(clones, "main").close();

        assertThat(directory.resolve("hooked")).doesNotExist();
        assertThat(Files.readString(directory.resolve("fake/env-fetch")))
                .contains("GIT_TERMINAL_PROMPT=0", "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=/dev/null")
                .contains("=protocol.allow", "=protocol.ext.allow", "=protocol.file.allow", "=core.hooksPath")
                .doesNotContain("protocol.https");
    }

    @Test
    void a_token_is_neither_an_argument_nor_written_to_the_disk() throws Exception {
        var https = new Remote(URI.create("https://127.0.0.1:1"), "s3cret");
        String script = "env > $DIR/env-$1; tr '\\0' '\\n' < /proc/$$/cmdline > $DIR/arguments-$1";
        RepoClone clones = RepoClone.open(base, https, new RepoClone.Limits(fake.doing(script), LONG, LONG));

        assertThatThrownBy(() -> checkOut(clones, "main"))
                .isInstanceOf(GitException.class)
                .hasMessageContaining("git clone failed")
                .hasMessageNotContaining("s3cret");

        String basic = Base64.getEncoder().encodeToString("x-access-token:s3cret".getBytes(StandardCharsets.UTF_8));
        assertThat(Files.readString(directory.resolve("fake/env-clone"))).contains("Authorization: Basic " + basic);
        assertThat(Files.readString(directory.resolve("fake/arguments-clone"))).doesNotContain(basic, "s3cret");
        try (Stream<Path> files = Files.walk(base)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertThat(Files.readString(file, StandardCharsets.ISO_8859_1)).doesNotContain(basic, "s3cret");
            }
        }
    }

    @Test
    void case_70_a_leftover_index_lock_is_removed() throws Exception {
        RepoClone clones = scene.open();
        checkOut(clones, "main").close();
        Files.createFile(scene.tree().resolve(".git/index.lock"));
        Files.createFile(scene.tree().resolve(".git/refs/heads/main.lock"));
        String head = remote.commit("README.md", "A new line\n");

        try (WorkTree tree = checkOut(clones, head)) {
            assertThat(tree.path().resolve("README.md")).hasContent("A new line");
        }
        scene.assertSound();
    }

    @Test
    void a_broken_clone_that_is_in_doubt_is_made_anew() throws Exception {
        RepoClone clones = scene.open();
        checkOut(clones, "main").close();
        Files.createFile(scene.tree().resolve(".git/holdfast-under-way"));
        breakObjects();

        checkOut(clones, "main").close();

        scene.assertSound();
    }

    @Test
    void a_broken_clone_that_nobody_doubted_is_made_anew_when_it_cannot_be_reset() throws Exception {
        RepoClone clones = scene.open();
        checkOut(clones, "main").close();
        breakObjects();
        Files.delete(scene.tree().resolve("README.md"));

        try (WorkTree tree = checkOut(clones, "main")) {
            assertThat(tree.path().resolve("README.md")).hasContent("An old line");
        }
        scene.assertSound();
    }

    private void breakObjects() throws IOException {
        try (Stream<Path> files = Files.walk(scene.tree().resolve(".git/objects"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.delete(file);
                Files.write(file, new byte[] {1, 2, 3});
            }
        }
    }

    @Test
    void a_machine_without_git_is_refused_with_what_to_do() {
        assertThatThrownBy(() -> scene.open("no-such-git", LONG, LONG))
                .isInstanceOf(GitException.class)
                .hasMessageContaining("clones need no-such-git")
                .hasMessageContaining("unset CLONE_DIR");
        assertThatThrownBy(() -> scene.open("true", LONG, LONG)).hasMessageContaining("git 2.31 or later");
    }
}
