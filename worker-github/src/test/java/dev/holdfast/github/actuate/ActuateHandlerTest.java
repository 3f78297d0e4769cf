package dev.holdfast.github.actuate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.github.Records;
import dev.holdfast.github.TestAttempt;
import dev.holdfast.github.api.Caller;
import dev.holdfast.github.api.GitHub;
import dev.holdfast.github.api.GitHubException;
import dev.holdfast.github.api.Pull;
import dev.holdfast.github.api.Rest;
import dev.holdfast.github.demo.RunningStandIn;
import dev.holdfast.github.http.HttpCalls;
import dev.holdfast.github.pull.ActuateRequest;
import dev.holdfast.github.pull.PullId;
import dev.holdfast.github.pull.PullLocks;
import dev.holdfast.github.pull.Verdict;
import dev.holdfast.github.pull.Verdict.Decision;
import dev.holdfast.job.AttemptCancelledException;
import dev.holdfast.job.CancelReason;
import dev.holdfast.job.Effect;
import dev.holdfast.job.Outcome;
import dev.holdfast.job.PayloadCodec;
import dev.holdfast.lock.HeldLock;
import dev.holdfast.lock.LockKey;
import dev.holdfast.lock.LockLostException;
import dev.holdfast.lock.LockPolicy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ActuateHandlerTest {
    private static final PullId PULL = new PullId("octo", "shop", 8);
    private static final PullId REJECTED = new PullId("octo", "shop", 12);

    @TempDir
    Path directory;

    private final Records records = new Records();
    private RunningStandIn standIn;
    private ActuateHandler handler;

    @BeforeEach
    void start() throws Exception {
        standIn = new RunningStandIn(directory, "callMillis=0");
        handler = new ActuateHandler(new HttpCalls(), standIn.github(), "standard");
    }

    @AfterEach
    void stop() throws Exception {
        standIn.close();
    }

    @Test
    void an_approved_pull_request_is_merged() throws Exception {
        reviewed(Decision.APPROVE);
        Outcome.Complete outcome = (Outcome.Complete) run(new TestAttempt(records), PULL);

        assertThat(outcome.result()).isEqualTo("merged");
        assertThat(standIn.calls()).containsExactly("READ", "MERGE");
    }

    @Test
    void wanted_changes_are_labelled_and_explained() throws Exception {
        reviewed(Decision.CHANGES);
        run(new TestAttempt(records), PULL);

        assertThat(standIn.calls()).containsExactly("READ", "LABEL", "COMMENT");
    }

    @Test
    void a_label_against_it_closes_the_pull_request_even_before_its_review() throws Exception {
        run(new TestAttempt(records), REJECTED);

        assertThat(standIn.calls()).containsExactly("READ", "CLOSE");
    }

    @Test
    void nothing_happens_before_the_present_head_is_reviewed() throws Exception {
        reviewed(Decision.APPROVE);
        standIn.push(PULL);
        Outcome.Complete outcome = (Outcome.Complete) run(new TestAttempt(records), PULL);

        assertThat(outcome.result()).contains("no finished review");
        assertThat(standIn.calls()).containsExactly("READ");
    }

    @Test
    void nothing_happens_to_a_pull_request_that_is_closed() throws Exception {
        reviewed(Decision.APPROVE);
        standIn.close(PULL);
        run(new TestAttempt(records), PULL);

        assertThat(standIn.calls()).containsExactly("READ");
    }

    @Test
    void a_second_look_at_the_same_head_changes_nothing() throws Exception {
        reviewed(Decision.CHANGES);
        run(new TestAttempt(records), PULL);
        run(new TestAttempt(records), PULL);

        assertThat(standIn.verdict().counts()).containsEntry("labels", 1L).containsEntry("comments", 1L);
    }

    @ParameterizedTest
    @ValueSource(strings = {"label", "comment"})
    void a_worker_that_dies_between_call_and_record_leads_to_no_second_call(String effect) throws Exception {
        reviewed(Decision.CHANGES);
        TestAttempt dying = new TestAttempt(records).crashingAfter(effect);
        assertThatThrownBy(() -> run(dying, PULL)).isInstanceOf(TestAttempt.Crash.class);
        run(dying.rerun(), PULL);

        assertThat(standIn.verdict().duplicateActuations()).isZero();
        assertThat(standIn.verdict().counts()).containsEntry("labels", 1L).containsEntry("comments", 1L);
    }

    @Test
    void a_worker_that_dies_after_merging_leads_to_no_second_merge() throws Exception {
        reviewed(Decision.APPROVE);
        TestAttempt dying = new TestAttempt(records).crashingAfter("merge");
        assertThatThrownBy(() -> run(dying, PULL)).isInstanceOf(TestAttempt.Crash.class);
        Outcome.Complete outcome = (Outcome.Complete) run(dying.rerun(), PULL);

        assertThat(outcome.result()).contains("MERGED");
        assertThat(standIn.verdict().counts()).containsEntry("merges", 1L);
    }

    @Test
    void a_comment_is_found_again_behind_a_page_of_other_comments() throws Exception {
        reviewed(Decision.CHANGES);
        for (int i = 0; i < 130; i++) {
            standIn.comment(PULL, "chatter " + i);
        }
        TestAttempt dying = new TestAttempt(records).crashingAfter("comment");
        assertThatThrownBy(() -> run(dying, PULL)).isInstanceOf(TestAttempt.Crash.class);
        run(dying.rerun(), PULL);

        assertThat(standIn.calls()).endsWith("COMMENTS", "COMMENTS");
        assertThat(standIn.verdict().counts()).containsEntry("comments", 1L);
    }

    @Test
    void a_head_that_moves_before_the_merge_is_looked_at_again() throws Exception {
        reviewed(Decision.APPROVE);
        TestAttempt attempt = new TestAttempt(records);
        attempt.tryLock(PullLocks.actuation(PULL));
        Mutations late = new Mutations(
                new GitHub(new Rest(new HttpCalls(), standIn.github(), Caller.of(attempt))),
                new Pull(PULL, standIn.head(PULL), "", Pull.Status.OPEN, Set.of(), ""),
                Duration.ofSeconds(5));
        standIn.push(PULL);

        assertThatThrownBy(() -> late.merge().apply())
                .isInstanceOfSatisfying(
                        GitHubException.class,
                        refused -> assertThat(refused.outcome(attempt)).isInstanceOf(Outcome.Retry.class));
        assertThat(standIn.verdict().counts()).containsEntry("merges", 0L);
    }

    @Test
    void a_verdict_that_was_never_recorded_counts_for_the_commit_it_is_about() throws Exception {
        var verdict = new Verdict(Decision.APPROVE, "fine", "job 1");
        var review = new ActuateRequest.Unrecorded(standIn.head(PULL), verdict);
        ActuateRequest request = new ActuateRequest("octo", "shop", 8, "review", review);
        TestAttempt attempt = new TestAttempt(records);
        attempt.tryLock(PullLocks.actuation(PULL));
        handler.handle(request, attempt);

        assertThat(standIn.calls()).containsExactly("READ", "MERGE");
    }

    @Test
    void nothing_is_done_without_the_lock() {
        ActuateRequest request = new ActuateRequest("octo", "shop", 8, "test", null);

        assertThatThrownBy(() -> handler.handle(request, new TestAttempt(records)))
                .isInstanceOf(LockLostException.class);
        assertThat(standIn.file()).isEmptyFile();
    }

    @Test
    void a_cancelled_attempt_changes_nothing() throws Exception {
        reviewed(Decision.APPROVE);
        TestAttempt attempt = new TestAttempt(records).cancelledBy(CancelReason.SHUTDOWN);

        assertThatThrownBy(() -> run(attempt, PULL)).isInstanceOf(AttemptCancelledException.class);
        assertThat(standIn.calls()).containsExactly("READ");
    }

    @Test
    void the_lock_is_declared_and_waits_for_its_store() {
        assertThat(ActuateHandler.locks(new ActuateRequest("Octo", "Shop", 8, "test", null)))
                .singleElement()
                .satisfies(lock -> {
                    assertThat(lock.key()).hasToString("pr-actuation/octo/shop#8");
                    assertThat(lock.policy().defers()).isTrue();
                });
    }

    private Outcome run(TestAttempt attempt, PullId pull) throws Exception {
        attempt.lock(PullLocks.actuation(pull), LockPolicy.DEFER);
        Outcome outcome =
                handler.handle(new ActuateRequest(pull.owner(), pull.repo(), pull.number(), "test", null), attempt);
        attempt.release();
        return outcome;
    }

    private void reviewed(Decision decision) throws Exception {
        LockKey key = PullLocks.review(PULL, standIn.head(PULL), "standard");
        String verdict = PayloadCodec.encode(new Verdict(decision, "what was found", "job 1"));
        TestAttempt reviewer = new TestAttempt(records);
        HeldLock lock = reviewer.lock(key, LockPolicy.PROCEED);
        reviewer.effect(lock, new Recorded(verdict));
        reviewer.release();
    }

    private record Recorded(String apply) implements Effect {
        @Override
        public String name() {
            return "review";
        }

        @Override
        public String intent() {
            return "";
        }

        @Override
        public Duration timeout() {
            return Duration.ZERO;
        }

        @Override
        public Optional<String> reconcile() {
            return Optional.empty();
        }
    }
}
