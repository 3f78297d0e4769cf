package dev.holdfast.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.job.Job;
import dev.holdfast.job.JobState;
import dev.holdfast.job.Tally;
import dev.holdfast.lease.JobId;
import dev.holdfast.queue.Enqueued;
import dev.holdfast.queue.JobInspector;
import dev.holdfast.queue.Settlement.Ending;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** One live job per unique key: folding in, starting over. */
interface UniqueKeyCases extends OnScene {
    Duration LONG = Duration.ofMinutes(5);

    @Test
    default void a_newer_request_is_folded_into_the_waiting_job() {
        JobId id = scene().enqueue(Scene.keyed("{\"a\":1,\"b\":{\"x\":1}}"));

        Enqueued newer = scene().store().queue().enqueue(Scene.keyed("{\"b\":{\"y\":2},\"c\":3}"));

        assertThat(newer).isEqualTo(new Enqueued(id, Enqueued.Result.COALESCED));
        assertThat(Json.of(scene().show(id).details().payload()))
                .isEqualTo(Json.of("{\"a\":1,\"b\":{\"y\":2},\"c\":3}"));
    }

    @Test
    default void a_payload_that_is_no_object_replaces_the_waiting_one() {
        JobId id = scene().enqueue(Scene.keyed("{\"a\":1}"));
        scene().enqueue(Scene.keyed("[1,2]"));

        assertThat(Json.of(scene().show(id).details().payload())).isEqualTo(Json.of("[1,2]"));
    }

    @Test
    default void a_folded_job_keeps_the_earliest_time_and_the_most_urgent_priority() {
        JobId id = scene().enqueue(Scene.keyed("{}").withDelay(LONG).withPriority(3));
        scene().enqueue(Scene.keyed("{}").withPriority(7));

        Job job = scene().show(id);
        assertThat(job.state()).isEqualTo(JobState.READY);
        assertThat(job.details().priority()).isEqualTo(3);

        scene().enqueue(Scene.keyed("{}").withDelay(LONG).withPriority(1));

        assertThat(scene().show(id).state()).isEqualTo(JobState.READY);
        assertThat(scene().show(id).details().priority()).isEqualTo(1);
    }

    @Test
    default void requests_that_come_while_it_runs_start_the_job_over_when_it_has_ended() {
        JobId id = scene().enqueue(Scene.keyed("{\"n\":1}"));
        Running first = scene().runNext();
        assertThat(scene().store().queue().enqueue(Scene.keyed("{\"n\":2}")))
                .isEqualTo(new Enqueued(id, Enqueued.Result.REARMED));
        scene().enqueue(Scene.keyed("{\"m\":3}"));
        int round = scene().show(id).details().round();

        assertThat(first.complete().accepted()).containsExactly(id);

        Job again = scene().show(id);
        assertThat(again.state()).isEqualTo(JobState.READY);
        assertThat(again.details().round()).isEqualTo(round + 1);
        assertThat(again.details().tally()).isEqualTo(Tally.NONE);
        assertThat(Json.of(again.details().payload())).isEqualTo(Json.of("{\"n\":2,\"m\":3}"));
        assertThat(completedRounds()).containsExactly(id);
        assertThat(scene().runNext().job().limits().tally().attempts()).isEqualTo(1);
    }

    private List<JobId> completedRounds() {
        var completed =
                new JobInspector.Filter(Optional.empty(), Optional.empty(), Optional.of(JobState.COMPLETED), 1000);
        return scene().store().jobs().list(completed).stream().map(Job::id).toList();
    }

    @Test
    default void a_failed_end_starts_the_job_over_as_well() {
        JobId id = scene().enqueue(Scene.keyed("{\"n\":1}"));
        Running first = scene().runNext();
        scene().enqueue(Scene.keyed("{\"n\":2}"));

        first.settle(new Ending.Discarded("hopeless"));

        assertThat(scene().show(id).state()).isEqualTo(JobState.READY);
        assertThat(Json.of(scene().runNext().job().payload())).isEqualTo(Json.of("{\"n\":2}"));
    }

    @Test
    default void a_job_that_runs_again_anyway_takes_the_newer_request_along() {
        JobId id = scene().enqueue(Scene.keyed("{\"a\":1,\"n\":1}"));
        Running first = scene().runNext();
        scene().enqueue(Scene.keyed("{\"n\":2}"));

        first.settle(new Ending.Retried("not yet", LONG));

        Job job = scene().show(id);
        assertThat(job.state()).isEqualTo(JobState.SCHEDULED);
        assertThat(job.details().tally().failures()).isEqualTo(1);
        assertThat(Json.of(job.details().payload())).isEqualTo(Json.of("{\"a\":1,\"n\":2}"));
    }

    @Test
    default void a_reaped_job_takes_the_newer_request_along() {
        JobId id = scene().enqueue(Scene.keyed("{\"a\":1,\"n\":1}"));
        Running first = scene().runNext();
        scene().enqueue(Scene.keyed("{\"n\":2}"));

        first.crash();

        assertThat(Json.of(scene().show(id).details().payload())).isEqualTo(Json.of("{\"a\":1,\"n\":2}"));
    }

    @Test
    default void a_key_counts_within_its_queue_and_while_its_job_is_live() {
        JobId id = scene().enqueue(Scene.keyed("{}"));

        assertThat(scene().store()
                        .queue()
                        .enqueue(Scene.keyed("{}").withQueue("other"))
                        .result())
                .isEqualTo(Enqueued.Result.INSERTED);
        scene().runNext().complete();
        assertThat(scene().store().queue().enqueue(Scene.keyed("{}")))
                .satisfies(enqueued -> assertThat(enqueued.id()).isNotEqualTo(id))
                .extracting(Enqueued::result)
                .isEqualTo(Enqueued.Result.INSERTED);
    }

    @Test
    default void jobs_of_one_key_in_one_batch_are_folded_together() {
        List<Enqueued> answers = scene().store()
                .queue()
                .enqueue(List.of(Scene.keyed("{\"a\":1}"), Scene.job(), Scene.keyed("{\"b\":2}")));

        JobId id = answers.get(0).id();
        assertThat(answers.get(2)).isEqualTo(new Enqueued(id, Enqueued.Result.COALESCED));
        assertThat(Json.of(scene().show(id).details().payload())).isEqualTo(Json.of("{\"a\":1,\"b\":2}"));
    }

    @Test
    default void case_83_many_threads_that_enqueue_one_key_make_one_job() {
        List<Enqueued> answers = Together.run(
                        10,
                        () -> IntStream.range(0, 10)
                                .mapToObj(i -> scene().store().queue().enqueue(Scene.keyed("{}")))
                                .toList())
                .stream()
                .flatMap(List::stream)
                .toList();

        assertThat(answers)
                .filteredOn(answer -> answer.result() == Enqueued.Result.INSERTED)
                .hasSize(1);
        assertThat(answers).extracting(Enqueued::id).containsOnly(answers.get(0).id());
    }

    @Test
    default void case_84_no_request_is_lost_when_it_races_the_lease_and_the_end() {
        for (int n = 1; n <= 5; n++) {
            String newest = "{\"n\":" + n + "}";
            scene().enqueue(Scene.keyed("{\"n\":0}"));
            Running first = scene().runNext();
            Together.run(2, new EitherOf(first::complete, () -> scene().enqueue(Scene.keyed(newest))));

            Running second = scene().runNext();
            assertThat(Json.of(second.job().payload())).isEqualTo(Json.of(newest));
            second.complete();
        }
    }
}
