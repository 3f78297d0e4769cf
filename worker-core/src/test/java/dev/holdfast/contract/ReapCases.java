package dev.holdfast.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.job.JobState;
import dev.holdfast.job.Tally;
import dev.holdfast.queue.Reaped;
import dev.holdfast.queue.Session;
import dev.holdfast.queue.Session.Will;
import dev.holdfast.queue.SessionBeat;
import dev.holdfast.queue.Sessions;
import dev.holdfast.queue.Settlement.Ending;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The end of a session that its own worker does not write. */
interface ReapCases extends OnScene {
    private Sessions sessions() {
        return scene().store().sessions();
    }

    @Test
    default void reaping_returns_the_jobs_of_the_dead_session_and_no_others() {
        Session dead = scene().openSession();
        Running lost = scene().run(dead);
        Running alsoLost = scene().run(dead);
        Running spared = scene().run();

        Optional<Reaped> reaped = sessions().reap(scene().seen(dead));

        assertThat(reaped).contains(new Reaped(dead.id(), 2, 0, 0));
        assertThat(scene().show(lost.id()).state()).isEqualTo(JobState.READY);
        assertThat(scene().show(alsoLost.id()).state()).isEqualTo(JobState.READY);
        assertThat(scene().show(spared.id()).state()).isEqualTo(JobState.RUNNING);
        assertThat(dead.heartbeat().live()).isFalse();
    }

    @Test
    default void case_2_a_session_whose_beat_has_moved_on_is_not_reaped() {
        Running running = scene().run();
        SessionBeat seen = scene().seen(running.session());
        running.session().heartbeat();

        assertThat(sessions().reap(seen)).isEmpty();

        assertThat(running.session().heartbeat().live()).isTrue();
        assertThat(running.complete().accepted()).containsExactly(running.id());
    }

    @Test
    default void case_2_a_job_that_was_completed_first_stays_completed() {
        Running running = scene().run();
        SessionBeat seen = scene().seen(running.session());
        running.complete();

        assertThat(sessions().reap(seen)).contains(new Reaped(running.session().id(), 0, 0, 0));
        assertThat(scene().show(running.id()).state()).isEqualTo(JobState.COMPLETED);
    }

    @Test
    default void a_session_is_reaped_once() {
        Session dead = scene().openSession();
        SessionBeat seen = scene().seen(dead);

        List<Optional<Reaped>> answers = Together.run(4, () -> sessions().reap(seen));

        assertThat(answers).filteredOn(Optional::isPresent).hasSize(1);
    }

    @Test
    default void case_6_a_late_result_of_a_reaped_session_is_refused() {
        Running late = scene().run();
        late.crash();
        Running successor = scene().runNextSuspect();

        assertThat(late.complete().live()).isFalse();
        assertThat(late.complete().accepted()).isEmpty();

        assertThat(scene().show(successor.id()).state()).isEqualTo(JobState.RUNNING);
        assertThat(successor.complete().accepted()).containsExactly(successor.id());
    }

    @Test
    default void a_crash_charges_no_failure() {
        Running running = scene().run();
        running.crash();

        Tally tally = scene().show(running.id()).details().tally();
        assertThat(tally.failures()).isEqualTo(0);
        assertThat(tally.crashes()).isEqualTo(0);
    }

    @Test
    default void a_halting_session_counts_as_halting_when_its_connection_is_gone() {
        Session session = scene().openSession();

        session.end(Will.HALTING);
        assertThat(scene().seen(session).halting()).isFalse();
        assertThat(session.heartbeat().live()).isTrue();

        session.close();
        await().until(() -> scene().seen(session).halting());
    }

    @Test
    default void a_connection_that_is_gone_without_a_last_will_proves_nothing() {
        Session session = scene().openSession();
        session.close();

        assertThat(scene().seen(session).halting()).isFalse();
    }

    @Test
    default void what_a_halting_session_leaves_is_returned_without_suspicion() {
        Running running = scene().run();
        running.session().end(Will.HALTING);
        assertThat(scene().show(running.id()).state()).isEqualTo(JobState.RUNNING);

        running.crash();

        assertThat(scene().runNext().id()).isEqualTo(running.id());
    }

    @Test
    default void an_attempt_that_ends_in_a_halting_session_can_still_be_settled() {
        Running running = scene().run();
        running.session().end(Will.HALTING);

        assertThat(running.settle(new Ending.Returned(true, "stopped in time")).accepted())
                .containsExactly(running.id());
    }
}
