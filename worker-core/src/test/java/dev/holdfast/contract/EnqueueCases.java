package dev.holdfast.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.job.JobState;
import dev.holdfast.job.NewJob;
import dev.holdfast.lease.JobId;
import dev.holdfast.queue.Delivered;
import dev.holdfast.queue.Enqueued;
import dev.holdfast.queue.JobInspector;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Enqueueing and accepting deliveries. */
interface EnqueueCases extends OnScene {
    @Test
    default void every_job_of_a_batch_gets_an_answer_in_order() {
        List<Enqueued> answers =
                scene().store().queue().enqueue(List.of(Scene.job(), Scene.job().withQueue("other"), Scene.job()));

        assertThat(answers)
                .extracting(Enqueued::result)
                .containsExactly(Enqueued.Result.INSERTED, Enqueued.Result.INSERTED, Enqueued.Result.INSERTED);
        assertThat(answers).extracting(Enqueued::id).doesNotHaveDuplicates();
        assertThat(scene().show(answers.get(1).id()).queue()).isEqualTo("other");
    }

    @Test
    default void an_empty_batch_stores_nothing() {
        assertThat(scene().store().queue().enqueue(List.of())).isEmpty();
        assertThat(all()).isEqualTo(0);
    }

    @Test
    default void a_batch_that_cannot_be_stored_stores_none_of_its_jobs() {
        List<NewJob> broken = Arrays.asList(Scene.job(), null);

        assertThatThrownBy(() -> scene().store().queue().enqueue(broken)).isInstanceOf(RuntimeException.class);
        assertThat(all()).isEqualTo(0);
    }

    private int all() {
        return scene().store()
                .jobs()
                .list(new JobInspector.Filter(Optional.empty(), Optional.empty(), Optional.empty(), 1000))
                .size();
    }

    @Test
    default void case_14_a_delayed_job_is_not_leased_before_it_is_due() {
        Duration delay = Duration.ofMillis(400);
        JobId id = scene().enqueue(Scene.job().withDelay(delay));
        var session = scene().openSession();

        assertThat(scene().show(id).state()).isEqualTo(JobState.SCHEDULED);
        assertThat(scene().lease(session, 10)).isEmpty();

        scene().store().pass(delay);

        assertThat(scene().show(id).state()).isEqualTo(JobState.READY);
        assertThat(scene().leaseOne(session).id()).isEqualTo(id);
    }

    @Test
    default void a_delivery_is_accepted_once_however_often_it_is_sent() {
        Delivered first = scene().store().queue().deliver("github", "d-1", List.of(Scene.job(), Scene.job()));
        Delivered again = scene().store().queue().deliver("github", "d-1", List.of(Scene.job(), Scene.job()));

        assertThat(first.duplicate()).isFalse();
        assertThat(first.jobs()).hasSize(2);
        assertThat(again).isEqualTo(new Delivered(true, first.jobs()));
        assertThat(all()).isEqualTo(2);
    }

    @Test
    default void a_delivery_id_counts_within_its_source() {
        scene().store().queue().deliver("github", "d-1", List.of(Scene.job()));

        assertThat(scene().store()
                        .queue()
                        .deliver("gitlab", "d-1", List.of(Scene.job()))
                        .duplicate())
                .isFalse();
        assertThat(all()).isEqualTo(2);
    }

    @Test
    default void a_delivery_that_changes_nothing_is_accepted_and_remembered() {
        assertThat(scene().store().queue().deliver("github", "d-1", List.of()))
                .isEqualTo(new Delivered(false, List.of()));
        assertThat(scene().store().queue().deliver("github", "d-1", List.of()))
                .isEqualTo(new Delivered(true, List.of()));
    }

    @Test
    default void one_delivery_accepted_by_many_threads_is_stored_once() {
        List<Delivered> answers =
                Together.run(8, () -> scene().store().queue().deliver("github", "d-1", List.of(Scene.job())));

        assertThat(answers).filteredOn(answer -> !answer.duplicate()).hasSize(1);
        assertThat(answers)
                .extracting(Delivered::jobs)
                .containsOnly(answers.get(0).jobs());
        assertThat(all()).isEqualTo(1);
    }
}
