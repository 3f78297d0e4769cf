package dev.holdfast.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.job.Job;
import dev.holdfast.job.JobState;
import dev.holdfast.job.Tally;
import dev.holdfast.lease.JobId;
import dev.holdfast.lease.LeaseToken;
import dev.holdfast.queue.LeasedJob;
import dev.holdfast.queue.Session;
import dev.holdfast.queue.Settled;
import dev.holdfast.queue.Settlement;
import dev.holdfast.queue.Settlement.Ending;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Settling. */
interface SettleCases extends OnScene {
    Duration DELAY = Duration.ofMillis(400);

    @Test
    default void final_endings_keep_the_job_in_the_history_with_their_note() {
        assertEnds(new Ending.Completed("merged", List.of()), JobState.COMPLETED, "merged");
        assertEnds(new Ending.Discarded("hopeless"), JobState.DISCARDED, "hopeless");
        assertEnds(new Ending.Cancelled("by request"), JobState.CANCELLED, "by request");
    }

    private void assertEnds(Ending ending, JobState state, String note) {
        Running running = scene().run();

        assertThat(running.settle(ending)).isEqualTo(new Settled(true, Set.of(running.id()), Map.of()));

        Job job = scene().show(running.id());
        assertThat(job.state()).isEqualTo(state);
        assertThat(job.details().note()).isEqualTo(note);
        assertThat(job.details().timing().endedAt()).isPresent();
        assertThat(scene().lease(running.session(), 10)).isEmpty();
        assertThat(running.session().holdings().jobs()).isEmpty();
    }

    @Test
    default void a_failed_attempt_is_counted_and_runs_again_after_its_delay() {
        Running running = scene().run();

        running.settle(new Ending.Retried("timeout", DELAY));

        assertThat(scene().show(running.id()).details().note()).isEqualTo("timeout");
        assertRunsAgainAfterDelay(running, new Tally(2, 1, 0, 0, 0));
    }

    private void assertRunsAgainAfterDelay(Running running, Tally tally) {
        assertThat(scene().show(running.id()).state()).isEqualTo(JobState.SCHEDULED);
        assertThat(scene().lease(running.session(), 1)).isEmpty();
        scene().store().pass(DELAY);
        assertThat(scene().leaseOne(running.session()).limits().tally()).isEqualTo(tally);
    }

    @Test
    default void a_snoozed_attempt_is_no_failure() {
        Running running = scene().run();

        running.settle(new Ending.Snoozed(DELAY, "too early", false));

        assertRunsAgainAfterDelay(running, new Tally(2, 0, 0, 0, 0));
    }

    @Test
    default void case_47_contention_is_counted_apart_and_consumes_no_attempt() {
        Running running = scene().run();

        running.settle(new Ending.Snoozed(DELAY, "busy", true));

        assertRunsAgainAfterDelay(running, new Tally(2, 0, 0, 1, 0));
    }

    @Test
    default void a_job_given_back_unstarted_is_due_at_once_and_was_no_attempt() {
        Running running = scene().run();

        running.settle(new Ending.Returned(false, "drain"));

        assertThat(scene().show(running.id()).details().tally()).isEqualTo(Tally.NONE);
        assertThat(scene().leaseOne(running.session()).limits().tally()).isEqualTo(new Tally(1, 0, 0, 0, 0));
    }

    @Test
    default void an_interrupted_job_is_due_at_once_and_counted_apart() {
        Running running = scene().run();

        running.settle(new Ending.Returned(true, "drain"));

        assertThat(scene().leaseOne(running.session()).limits().tally()).isEqualTo(new Tally(2, 0, 1, 0, 0));
    }

    @Test
    default void case_16_a_settlement_under_any_other_token_changes_nothing() {
        Running running = scene().run();
        Session other = scene().openSession();
        LeaseToken late = new LeaseToken(running.session().id(), scene().nextLeaseNumber());
        Ending done = new Ending.Completed("", List.of());

        assertThat(other.settle(List.of(running.ending(done))).accepted()).isEmpty();
        assertThat(running.session()
                        .settle(List.of(new Settlement(running.id(), late, done)))
                        .accepted())
                .isEmpty();
        assertThat(scene().show(running.id()).state()).isEqualTo(JobState.RUNNING);
        assertThat(running.complete().accepted()).containsExactly(running.id());
    }

    @Test
    default void case_16_a_lease_of_another_session_is_not_taken_for_one_of_the_same_number() {
        Running running = scene().run();
        Session before = scene().openSession();
        LeaseToken sameNumber =
                new LeaseToken(before.id(), running.job().lease().number());

        Settlement late = new Settlement(running.id(), sameNumber, new Ending.Completed("late", List.of()));

        assertThat(running.session().settle(List.of(late)).accepted()).isEmpty();
        assertThat(scene().show(running.id()).state()).isEqualTo(JobState.RUNNING);
    }

    @Test
    default void a_final_state_never_changes() {
        Running running = scene().run();
        running.complete();

        Settled again = running.settle(new Ending.Discarded("late"));

        assertThat(again).isEqualTo(new Settled(true, Set.of(), Map.of()));
        assertThat(scene().show(running.id()).state()).isEqualTo(JobState.COMPLETED);
        assertThat(scene().show(running.id()).details().note()).isEqualTo("done");
    }

    @Test
    default void a_result_of_an_attempt_that_was_returned_is_refused() {
        Running first = scene().run();
        first.settle(new Ending.Returned(true, "drain"));
        Running second = scene().runNext();

        assertThat(first.complete().accepted()).isEmpty();
        assertThat(scene().show(second.id()).state()).isEqualTo(JobState.RUNNING);
        assertThat(second.complete().accepted()).containsExactly(second.id());
    }

    @Test
    default void a_row_that_cannot_be_written_is_named_and_the_rest_is_written() {
        Session session = scene().openSession();
        Running good = scene().run(session);
        Running bad = scene().run(session);
        Running alsoGood = scene().run(session);

        Settled settled = session.settle(List.of(
                good.ending(new Ending.Completed("", List.of())),
                bad.ending(new Ending.Retried("absurd", Duration.ofDays(1_000_000_000))),
                alsoGood.ending(new Ending.Retried("failed", Duration.ZERO))));

        assertThat(settled.live()).isTrue();
        assertThat(settled.accepted()).containsExactlyInAnyOrder(good.id(), alsoGood.id());
        assertThat(settled.refused()).containsOnlyKeys(bad.id());
        assertThat(settled.refused().get(bad.id())).isNotBlank();
        assertThat(scene().show(bad.id()).state()).isEqualTo(JobState.RUNNING);
        assertThat(bad.settle(new Ending.Discarded("absurd delay")).accepted()).containsExactly(bad.id());
    }

    @Test
    default void case_82_text_that_cannot_be_stored_is_cut_and_cleaned() {
        Running running = scene().run();
        String error = "first line\0\uD800 " + "x".repeat(10_000_000);

        assertThat(running.settle(new Ending.Retried(error, Duration.ZERO)).accepted())
                .containsExactly(running.id());

        String note = scene().show(running.id()).details().note();
        assertThat(note).startsWith("first line").doesNotContain("\0", "\uD800");
        assertThat(note.length()).isBetween(100, 100_000);
    }

    @Test
    default void one_call_settles_a_whole_batch() {
        scene().store().queue().enqueue(Collections.nCopies(120, Scene.job()));
        Session session = scene().openSession();
        List<LeasedJob> jobs = scene().lease(session, 120);

        Settled settled = session.settle(jobs.stream()
                .map(job -> new Settlement(job.id(), job.lease(), new Ending.Completed("", List.of())))
                .toList());

        List<JobId> ids = jobs.stream().map(LeasedJob::id).toList();
        assertThat(settled.accepted()).containsExactlyInAnyOrderElementsOf(ids);
        assertThat(session.holdings().jobs()).isEmpty();
    }
}
