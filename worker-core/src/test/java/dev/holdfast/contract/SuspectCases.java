package dev.holdfast.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.job.Job;
import dev.holdfast.job.JobState;
import dev.holdfast.queue.LeasedJob;
import dev.holdfast.queue.Session;
import dev.holdfast.queue.Session.Will;
import dev.holdfast.queue.Settlement.Ending;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Jobs that were leased by a process that died. */
interface SuspectCases extends OnScene {
    @Test
    default void a_job_whose_process_died_is_leased_as_a_suspect_only() {
        Running running = scene().run();
        running.crash();
        Session session = scene().openSession();

        assertThat(scene().lease(session, 10)).isEmpty();
        LeasedJob suspect = scene().leaseSuspects(session, 10).get(0);

        assertThat(suspect.id()).isEqualTo(running.id());
        assertThat(suspect.limits().suspect()).isTrue();
    }

    @Test
    default void a_lease_of_suspects_leaves_everything_else_alone() {
        scene().enqueue(Scene.job());

        assertThat(scene().leaseSuspects(scene().openSession(), 10)).isEmpty();
    }

    @Test
    default void case_13_a_job_that_kills_its_process_again_and_again_is_poison() {
        Running killer = scene().run();
        killer.crash();
        scene().runNextSuspect().crash();
        scene().runNextSuspect().crash();
        assertThat(scene().show(killer.id()).details().tally().crashes()).isEqualTo(2);

        Running last = scene().runNextSuspect();
        var reaped = scene().store().sessions().reap(scene().seen(last.session()));

        assertThat(reaped.orElseThrow().poisoned()).isEqualTo(1);
        assertThat(reaped.orElseThrow().returned()).isEqualTo(0);
        Job job = scene().show(killer.id());
        assertThat(job.state()).isEqualTo(JobState.DISCARDED);
        assertThat(job.details().tally().crashes()).isEqualTo(3);
        assertThat(job.details().tally().failures()).isEqualTo(0);
        assertThat(job.details().note()).contains("poison");
    }

    @Test
    default void case_13_neighbours_of_a_poisonous_job_are_not_charged() {
        Session session = scene().openSession();
        Running neighbour = scene().run(session);
        scene().run(session).crash();

        assertThat(scene().show(neighbour.id()).details().tally().crashes()).isEqualTo(0);
    }

    @Test
    default void an_attempt_that_ends_clears_the_suspicion() {
        for (Ending ending : List.of(
                new Ending.Retried("failed", Duration.ZERO),
                new Ending.Snoozed(Duration.ZERO, "busy", true),
                new Ending.Returned(true, "drain"))) {
            scene().run().crash();
            Running suspect = scene().runNextSuspect();

            suspect.settle(ending);

            Running again = scene().runNext();
            assertThat(again.id()).isEqualTo(suspect.id());
            assertThat(again.job().limits().suspect()).isFalse();
            again.complete();
        }
    }

    @Test
    default void a_suspect_given_back_unstarted_stays_a_suspect() {
        scene().run().crash();
        Running suspect = scene().runNextSuspect();

        suspect.settle(new Ending.Returned(false, "drain"));

        assertThat(scene().runNextSuspect().id()).isEqualTo(suspect.id());
    }

    @Test
    default void a_suspect_of_a_session_that_stopped_is_not_charged() {
        scene().run().crash();
        Running suspect = scene().runNextSuspect();

        suspect.session().end(Will.STOPPED);

        assertThat(scene().show(suspect.id()).details().tally().crashes()).isEqualTo(0);
        assertThat(scene().show(suspect.id()).state()).isEqualTo(JobState.READY);
    }

    @Test
    default void a_poisonous_job_that_was_asked_for_again_starts_over() {
        scene().enqueue(Scene.keyed("{\"n\":1}"));
        scene().runNext().crash();
        scene().runNextSuspect().crash();
        scene().runNextSuspect().crash();
        Running last = scene().runNextSuspect();
        scene().enqueue(Scene.keyed("{\"n\":2}"));

        last.crash();

        Running again = scene().runNext();
        assertThat(again.id()).isEqualTo(last.id());
        assertThat(Json.of(again.job().payload())).isEqualTo(Json.of("{\"n\":2}"));
        assertThat(again.job().limits().tally().crashes()).isEqualTo(0);
    }
}
