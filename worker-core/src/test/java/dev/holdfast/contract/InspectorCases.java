package dev.holdfast.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.job.Job;
import dev.holdfast.job.JobState;
import dev.holdfast.job.NewJob;
import dev.holdfast.lease.JobId;
import dev.holdfast.queue.Holdings;
import dev.holdfast.queue.JobInspector;
import dev.holdfast.queue.JobInspector.Asked;
import dev.holdfast.queue.JobInspector.Filter;
import dev.holdfast.queue.Settlement.Ending;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What people are shown of jobs, and what they may ask. */
interface InspectorCases extends OnScene {
    JobId UNKNOWN = new JobId(999_999_999);
    Filter EVERYTHING = new Filter(Optional.empty(), Optional.empty(), Optional.empty(), 1000);

    private JobInspector jobs() {
        return scene().store().jobs();
    }

    private List<JobId> ids(Filter filter) {
        return jobs().list(filter).stream().map(Job::id).toList();
    }

    @Test
    default void jobs_are_listed_newest_first_finished_ones_among_them() {
        Running finished = scene().run();
        finished.complete();
        JobId waiting = scene().enqueue(Scene.job());
        Running running = scene().run();

        assertThat(ids(EVERYTHING)).containsExactly(running.id(), waiting, finished.id());
        assertThat(ids(new Filter(Optional.empty(), Optional.empty(), Optional.empty(), 2)))
                .containsExactly(running.id(), waiting);
    }

    @Test
    default void a_list_shows_only_what_its_filter_asks_for() {
        Running completed = scene().run();
        completed.complete();
        JobId scheduled = scene().enqueue(Scene.job().withDelay(Duration.ofHours(1)));
        JobId ready = scene().enqueue(NewJob.ofJson("other", "{}").withQueue("side"));

        assertThat(ids(byState(JobState.COMPLETED))).containsExactly(completed.id());
        assertThat(ids(byState(JobState.SCHEDULED))).containsExactly(scheduled);
        assertThat(ids(byState(JobState.READY))).containsExactly(ready);
        assertThat(ids(byState(JobState.RUNNING))).isEmpty();
        assertThat(ids(new Filter(Optional.of("side"), Optional.empty(), Optional.empty(), 9)))
                .containsExactly(ready);
        assertThat(ids(new Filter(Optional.empty(), Optional.of(Scene.KIND), Optional.empty(), 9)))
                .containsExactly(scheduled, completed.id());
    }

    private static Filter byState(JobState state) {
        return new Filter(Optional.empty(), Optional.empty(), Optional.of(state), 1000);
    }

    @Test
    default void nothing_is_known_of_a_job_that_never_was() {
        assertThat(jobs().show(UNKNOWN)).isEmpty();
        assertThat(jobs().cancel(UNKNOWN, "why")).isEmpty();
        assertThat(jobs().retry(UNKNOWN)).isEmpty();
    }

    @Test
    default void a_waiting_job_is_cancelled_at_once() {
        JobId id = scene().enqueue(Scene.job());

        assertThat(jobs().cancel(id, "not needed")).contains(Asked.DONE);

        assertThat(scene().show(id).state()).isEqualTo(JobState.CANCELLED);
        assertThat(scene().show(id).details().note()).contains("not needed");
        assertThat(scene().lease(scene().openSession(), 10)).isEmpty();
        assertThat(jobs().cancel(id, "again")).isEmpty();
    }

    @Test
    default void a_cancel_of_a_running_job_is_among_the_holdings_of_its_session() {
        Running running = scene().run();

        assertThat(jobs().cancel(running.id(), "not needed")).contains(Asked.TOLD);

        assertThat(running.session().holdings().jobs())
                .containsExactly(
                        new Holdings.HeldJob(running.id(), running.job().lease(), Optional.of("not needed")));
        assertThat(scene().show(running.id()).state()).isEqualTo(JobState.RUNNING);
        assertThat(jobs().cancel(running.id(), "still not needed")).contains(Asked.UNCHANGED);
    }

    @Test
    default void a_job_that_completes_although_it_was_cancelled_is_completed() {
        Running running = scene().run();
        jobs().cancel(running.id(), "not needed");

        running.complete();

        assertThat(scene().show(running.id()).state()).isEqualTo(JobState.COMPLETED);
    }

    @Test
    default void a_cancelled_job_does_not_run_again_however_its_attempt_ends() {
        for (Ending ending : List.of(
                new Ending.Retried("failed", Duration.ZERO),
                new Ending.Snoozed(Duration.ZERO, "busy", false),
                new Ending.Returned(true, "drain"),
                new Ending.Returned(false, "drain"))) {
            Running running = scene().run();
            jobs().cancel(running.id(), "not needed");

            assertThat(running.settle(ending).accepted()).containsExactly(running.id());

            assertThat(scene().show(running.id()).state()).isEqualTo(JobState.CANCELLED);
        }
    }

    @Test
    default void a_cancelled_job_does_not_run_again_when_its_process_dies() {
        Running running = scene().run();
        jobs().cancel(running.id(), "not needed");

        var reaped = scene().store().sessions().reap(scene().seen(running.session()));

        assertThat(scene().show(running.id()).state()).isEqualTo(JobState.CANCELLED);
        assertThat(reaped.orElseThrow().returned()).isEqualTo(0);
    }

    @Test
    default void a_retry_makes_a_waiting_job_due_now() {
        JobId id = scene().enqueue(Scene.job().withDelay(Duration.ofHours(1)));

        assertThat(jobs().retry(id)).contains(Asked.DONE);

        assertThat(scene().show(id).state()).isEqualTo(JobState.READY);
        assertThat(jobs().retry(id)).contains(Asked.UNCHANGED);
    }

    @Test
    default void a_retry_leaves_a_running_job_alone() {
        Running running = scene().run();

        assertThat(jobs().retry(running.id())).contains(Asked.UNCHANGED);
        assertThat(running.complete().accepted()).containsExactly(running.id());
    }

    @Test
    default void a_retry_of_a_finished_job_enqueues_its_work_again() {
        JobId id = scene().enqueue(NewJob.ofJson(Scene.KIND, "{\"a\":1}").withMaxAttempts(3));
        scene().runNext().settle(new Ending.Discarded("hopeless"));

        assertThat(jobs().retry(id)).contains(Asked.DONE);

        Running again = scene().runNext();
        assertThat(again.id()).isNotEqualTo(id);
        assertThat(Json.of(again.job().payload())).isEqualTo(Json.of("{\"a\":1}"));
        assertThat(again.job().limits().maxAttempts()).isEqualTo(3);
        assertThat(scene().show(id).state()).isEqualTo(JobState.DISCARDED);
    }
}
