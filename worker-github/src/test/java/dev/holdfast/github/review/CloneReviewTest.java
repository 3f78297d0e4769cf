package dev.holdfast.github.review;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.github.Records;
import dev.holdfast.github.TestAttempt;
import dev.holdfast.github.api.Caller;
import dev.holdfast.github.api.GitHub;
import dev.holdfast.github.api.Rest;
import dev.holdfast.github.demo.GitHubDemo;
import dev.holdfast.github.demo.RunningStandIn;
import dev.holdfast.github.http.HttpCalls;
import dev.holdfast.github.pull.PullId;
import dev.holdfast.github.pull.PullLocks;
import dev.holdfast.github.pull.ReviewRequest;
import dev.holdfast.github.repo.Ref;
import dev.holdfast.github.repo.Remote;
import dev.holdfast.github.repo.RepoClone;
import dev.holdfast.github.repo.RepoName;
import dev.holdfast.job.AttemptCancelledException;
import dev.holdfast.job.CancelReason;
import dev.holdfast.job.Outcome;
import dev.holdfast.lock.LockUnavailable;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reviews that get their diff from a clone of a real repository. */
class CloneReviewTest {
    private static final PullId PULL = new PullId("Octo", "Shop", 8);
    private static final RepoName REPO = RepoName.parse("octo/shop");
    private static final Duration LONG = Duration.ofMinutes(1);

    @TempDir
    Path directory;

    private final Records records = new Records();
    private final HttpCalls http = new HttpCalls();
    private RunningStandIn standIn;
    private Path base;

    @BeforeEach
    void start() throws Exception {
        standIn = new RunningStandIn(directory, "reviewMillis=0", "callMillis=0");
        standIn.head(PULL);
        base = directory.resolve("clones");
    }

    @AfterEach
    void stop() throws Exception {
        standIn.close();
    }

    private RepoClone clones(Duration patience) throws Exception {
        Remote remote = new Remote(URI.create("file://" + directory.resolve("git")), "");
        return RepoClone.open(base, remote, new RepoClone.Limits("git", LONG, patience));
    }

    private ReviewHandler handler() throws Exception {
        Diffs diffs = Diffs.byClone(clones(Duration.ofMillis(200)));
        return new ReviewHandler(http, standIn.github(), new Model(http, standIn.model()), "standard", diffs);
    }

    private ReviewRequest push() {
        return new ReviewRequest("octo", "shop", 8, standIn.head(PULL), false, "opened");
    }

    @Test
    void the_diff_is_made_by_git_from_the_commits_of_the_pull_request() throws Exception {
        GitHub api = new GitHub(new Rest(http, standIn.github(), new Caller("1/1", Optional.empty())));

        String diff = Diffs.byClone(clones(LONG)).of(api.pull(PULL), api, new TestAttempt(records));

        assertThat(diff)
                .startsWith("diff --git a/push-0.txt b/push-0.txt")
                .contains("+A new line of push 0 to octo/shop#8");
    }

    @Test
    void a_review_does_not_ask_github_for_the_diff_then() throws Exception {
        handler().handle(push(), new TestAttempt(records));

        assertThat(standIn.calls()).containsExactly("READ", "REVIEW");
        assertThat(standIn.verdict().counts()).containsEntry("reviews", 1L);
    }

    @Test
    void case_48_a_refused_review_lock_costs_no_clone() throws Exception {
        ReviewHandler handler = handler();
        new TestAttempt(records).tryLock(PullLocks.review(PULL, standIn.head(PULL), "standard"));

        assertThatThrownBy(() -> handler.handle(push(), new TestAttempt(records)))
                .isInstanceOf(LockUnavailable.class);

        assertThat(base.resolve("clones")).doesNotExist();
    }

    @Test
    void a_clone_in_which_another_works_for_long_costs_the_job_no_attempt_and_no_model_call() throws Exception {
        ReviewHandler handler = handler();
        try (var tree = clones(LONG).checkOut(REPO, List.of(new Ref("main")), action -> {})) {
            assertThat(Files.isDirectory(tree.path())).isTrue();

            assertThat(handler.handle(push(), new TestAttempt(records)))
                    .isInstanceOfSatisfying(
                            Outcome.Snooze.class,
                            snooze -> assertThat(snooze.reason()).contains("a clone of octo/shop"));
        }

        assertThat(standIn.calls()).containsExactly("READ");
    }

    @Test
    void a_review_that_is_told_to_stop_before_git_has_ended_has_not_failed() throws Exception {
        Diffs diffs = Diffs.byClone(clones(LONG));
        GitHub api = new GitHub(new Rest(http, standIn.github(), new Caller("1/1", Optional.empty())));
        TestAttempt attempt = new TestAttempt(records) {
            @Override
            public void onCancel(Runnable action) {
                super.onCancel(action);
                cancel(CancelReason.SHUTDOWN);
            }
        };

        assertThatThrownBy(() -> diffs.of(api.pull(PULL), api, attempt)).isInstanceOf(AttemptCancelledException.class);
    }

    @Test
    void the_demo_points_its_workers_at_the_stand_ins_repositories() {
        assertThat(new GitHubDemo().settingsFor(standIn.port()))
                .containsEntry("CLONE_URL", "file://" + directory.resolve("git"))
                .containsEntry("CLONE_DIR", base.toString());
    }
}
