package dev.holdfast.github.repo;

import static dev.holdfast.github.repo.CloneScene.LONG;
import static dev.holdfast.github.repo.CloneScene.checkOut;
import static dev.holdfast.github.repo.LocalRemote.REPO;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.lock.LockUnavailable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clones that are wanted by several, or whose users are told to stop. */
class CloneUseTest {
    @TempDir
    Path directory;

    private CloneScene scene;
    private FakeGit fake;

    @BeforeEach
    void create() throws Exception {
        scene = CloneScene.in(directory);
        fake = scene.fake();
    }

    @Test
    void case_70_a_lock_file_of_a_git_that_works_there_is_left_alone() throws Exception {
        String git = fake.doing("[ \"$1\" = reset ] && : > .git/index.lock && sleep 300");
        RepoClone slow = scene.open(git, LONG, LONG);
        CompletableFuture<Void> first = inBackground(() -> checkOut(slow, "main"));
        Awaitility.await().atMost(LONG).until(() -> Files.exists(scene.tree().resolve(".git/index.lock")));

        RepoClone impatient = scene.open("git", LONG, Duration.ofMillis(300));
        assertThatThrownBy(() -> checkOut(impatient, "main"))
                .isInstanceOf(LockUnavailable.class)
                .hasMessageContaining("a clone of octo/shop");

        assertThat(scene.tree().resolve(".git/index.lock")).exists();
        interrupt(first);
        checkOut(scene.open(), "main").close();
        scene.assertSound();
    }

    private Thread background;

    private CompletableFuture<Void> inBackground(Callable<?> action) {
        CompletableFuture<Void> ended = new CompletableFuture<>();
        background = new Thread(() -> {
            try {
                action.call();
                ended.complete(null);
            } catch (Throwable e) {
                ended.completeExceptionally(e);
            }
        });
        background.start();
        return ended;
    }

    private void interrupt(CompletableFuture<Void> action) {
        background.interrupt();
        assertThatThrownBy(action::join).hasRootCauseInstanceOf(InterruptedException.class);
    }

    @Test
    void a_git_that_takes_too_long_is_killed_with_all_it_has_started() throws Exception {
        RepoClone clones = scene.open(fake.fetchingSlowly(), Duration.ofSeconds(1), LONG);

        assertThatThrownBy(() -> checkOut(clones, "main"))
                .isInstanceOf(GitException.class)
                .hasMessageContaining("git fetch took longer than PT1S");

        assertThat(ownDescendants()).isEmpty();
        checkOut(scene.open(), "main").close();
        scene.assertSound();
    }

    @Test
    void a_cancelled_attempt_kills_its_git_and_starts_no_other() throws Exception {
        RepoClone clones = scene.open(fake.fetchingSlowly(), LONG, LONG);
        List<Runnable> actions = new ArrayList<>();
        CompletableFuture<Void> attempt =
                inBackground(() -> clones.checkOut(REPO, List.of(new Ref("main")), actions::add));
        Awaitility.await().atMost(LONG).until(() -> Files.exists(directory.resolve("fake/asked")));

        actions.forEach(Runnable::run);

        assertThatThrownBy(attempt::join).hasRootCauseMessage("git fetch was cancelled");
        assertThat(ownDescendants()).isEmpty();
        checkOut(scene.open(), "main").close();
    }

    @Test
    void an_interrupted_thread_leaves_no_git_behind() throws Exception {
        RepoClone clones = scene.open(fake.fetchingSlowly(), LONG, LONG);
        CompletableFuture<Void> attempt = inBackground(() -> checkOut(clones, "main"));
        Awaitility.await().atMost(LONG).until(() -> Files.exists(directory.resolve("fake/asked")));

        interrupt(attempt);

        assertThat(ownDescendants()).isEmpty();
        checkOut(scene.open(), "main").close();
    }

    private static List<ProcessHandle> ownDescendants() {
        return ProcessHandle.current()
                .descendants()
                .filter(process -> process.info().command().isPresent())
                .toList();
    }

    @Test
    void i11_never_two_gits_in_one_clone_however_many_ask_at_once() throws Exception {
        RepoClone clones = scene.open(fake.doing(":"), LONG, LONG);
        ExecutorService pool = Executors.newFixedThreadPool(6);
        try {
            List<Future<?>> attempts = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                attempts.add(pool.submit(() -> {
                    checkOut(clones, "main").close();
                    return null;
                }));
            }
            for (Future<?> attempt : attempts) {
                attempt.get();
            }
        } finally {
            pool.shutdownNow();
        }
        List<String> log = Files.readAllLines(fake.log());
        for (int line = 0; line < log.size(); line += 2) {
            assertThat(log.get(line + 1)).isEqualTo(log.get(line).replace("begin", "end"));
        }
        scene.assertSound();
    }
}
