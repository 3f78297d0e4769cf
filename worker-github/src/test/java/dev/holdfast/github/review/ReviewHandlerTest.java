package dev.holdfast.github.review;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.github.Records;
import dev.holdfast.github.TestAttempt;
import dev.holdfast.github.demo.RunningStandIn;
import dev.holdfast.github.http.HttpCalls;
import dev.holdfast.github.pull.ActuateRequest;
import dev.holdfast.github.pull.PullId;
import dev.holdfast.github.pull.PullLocks;
import dev.holdfast.github.pull.ReviewRequest;
import dev.holdfast.job.AttemptCancelledException;
import dev.holdfast.job.CancelReason;
import dev.holdfast.job.NewJob;
import dev.holdfast.job.Outcome;
import dev.holdfast.job.PayloadCodec;
import dev.holdfast.lock.LockKey;
import dev.holdfast.lock.LockUnavailable;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReviewHandlerTest {
    private static final PullId PULL = new PullId("Octo", "Shop", 8);

    @TempDir
    Path directory;

    private final Records records = new Records();
    private RunningStandIn standIn;
    private ReviewHandler handler;

    @BeforeEach
    void start() throws Exception {
        standIn = new RunningStandIn(directory, "reviewMillis=0", "callMillis=0");
        HttpCalls http = new HttpCalls();
        handler = new ReviewHandler(http, standIn.github(), new Model(http, standIn.model()), "standard");
    }

    @AfterEach
    void stop() throws Exception {
        standIn.close();
    }

    @Test
    void a_review_records_its_verdict_and_hands_on_to_an_actuation_of_the_same_pull_request() throws Exception {
        Outcome.Complete outcome = (Outcome.Complete) handler.handle(push(), new TestAttempt(records));

        assertThat(standIn.calls()).containsExactly("READ", "DIFF", "REVIEW");
        assertThat(records.result(lock().toString(), "review")).contains("summary");
        assertThat(outcome.followUps()).singleElement().satisfies(job -> {
            assertThat(job.kind()).isEqualTo("pr-actuate");
            assertThat(job.uniqueKey()).contains("pr-actuate:octo/shop#8");
        });
    }

    @Test
    void case_48_a_refused_lock_costs_no_diff_and_no_model_call() throws Exception {
        new TestAttempt(records).tryLock(lock());

        assertThatThrownBy(() -> handler.handle(push(), new TestAttempt(records)))
                .isInstanceOf(LockUnavailable.class);
        assertThat(standIn.calls()).containsExactly("READ");
    }

    @Test
    void a_finished_review_of_the_same_commit_is_reused() throws Exception {
        TestAttempt first = new TestAttempt(records);
        handler.handle(push(), first);
        first.release();
        Outcome.Complete second = (Outcome.Complete) handler.handle(push(), new TestAttempt(records));

        assertThat(second.result()).startsWith("reused");
        assertThat(second.followUps()).hasSize(1);
        assertThat(standIn.verdict().counts()).containsEntry("reviews", 1L);
    }

    @Test
    void a_forced_review_takes_the_lock_from_the_one_that_runs_and_its_verdict_counts() throws Exception {
        TestAttempt victim = new TestAttempt(records);
        victim.tryLock(lock());
        handler.handle(forced(), new TestAttempt(records));

        assertThat(victim.cancelled()).contains(CancelReason.LOCK_LOST);
        assertThat(standIn.verdict().counts()).containsEntry("reviews", 1L);
    }

    @Test
    void a_forced_review_does_not_reuse_and_is_numbered_after_the_one_it_replaces() throws Exception {
        handler.handle(push(), new TestAttempt(records));
        TestAttempt attempt = new TestAttempt(records);
        handler.handle(forced(), attempt);

        assertThat(standIn.verdict().counts()).containsEntry("reviews", 2L);
        assertThat(Reviews.of(attempt, PULL, standIn.head(PULL), "standard").latest())
                .hasValueSatisfying(latest -> assertThat(latest.number()).isEqualTo(2));
    }

    @Test
    void a_forced_review_that_is_run_again_after_a_crash_reuses_what_it_recorded_itself() throws Exception {
        TestAttempt first = new TestAttempt(records);
        handler.handle(forced(), first);
        Outcome.Complete again = (Outcome.Complete) handler.handle(forced(), first.rerun());

        assertThat(again.result()).startsWith("reused");
        assertThat(standIn.verdict().counts()).containsEntry("reviews", 1L);
    }

    @Test
    void nothing_is_reviewed_when_the_head_has_moved_on() throws Exception {
        ReviewRequest old = push();
        standIn.push(PULL);
        Outcome.Complete outcome = (Outcome.Complete) handler.handle(old, new TestAttempt(records));

        assertThat(outcome.result()).contains("moved on");
        assertThat(outcome.followUps()).isEmpty();
        assertThat(standIn.calls()).containsExactly("READ");
    }

    @Test
    void nothing_is_reviewed_when_the_pull_request_is_closed() throws Exception {
        standIn.close(PULL);
        Outcome.Complete outcome = (Outcome.Complete) handler.handle(push(), new TestAttempt(records));

        assertThat(outcome.result()).contains("CLOSED");
        assertThat(outcome.followUps()).isEmpty();
    }

    @Test
    void a_cancelled_attempt_asks_no_model() {
        TestAttempt attempt = new TestAttempt(records).cancelledBy(CancelReason.SHUTDOWN);

        assertThatThrownBy(() -> handler.handle(push(), attempt)).isInstanceOf(AttemptCancelledException.class);
        assertThat(standIn.calls()).containsExactly("READ");
    }

    @Test
    void a_review_whose_lock_store_is_away_runs_unguarded_and_is_recorded() throws Exception {
        TestAttempt attempt = new TestAttempt(records).withoutLockStore();
        handler.handle(push(), attempt);

        assertThat(records.result(lock().toString(), "review")).contains("summary");
    }

    @Test
    void a_verdict_that_cannot_be_recorded_travels_in_the_follow_up_under_a_key_of_its_own() throws Exception {
        TestAttempt attempt = new TestAttempt(records).withoutAnyStore();
        Outcome.Complete outcome = (Outcome.Complete) handler.handle(push(), attempt);

        NewJob followUp = outcome.followUps().get(0);
        ActuateRequest request = PayloadCodec.decode(followUp.payload(), ActuateRequest.class);
        assertThat(request.unrecorded().headSha()).isEqualTo(standIn.head(PULL));
        assertThat(followUp.uniqueKey()).contains("pr-actuate:octo/shop#8@" + standIn.head(PULL));
    }

    private ReviewRequest push() {
        return new ReviewRequest("octo", "shop", 8, standIn.head(PULL), false, "opened");
    }

    private ReviewRequest forced() {
        return new ReviewRequest("octo", "shop", 8, null, true, "/review");
    }

    private LockKey lock() {
        return PullLocks.review(PULL, standIn.head(PULL), "standard");
    }
}
