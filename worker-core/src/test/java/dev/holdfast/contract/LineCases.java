package dev.holdfast.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.job.Tally;
import dev.holdfast.queue.LeasedJob.Place;
import dev.holdfast.queue.Settlement.Ending;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who is next: first come first served, each key by itself and several together. */
interface LineCases extends LineScene {
    @Test
    default void case_47_a_parked_job_waits_without_being_leased_and_no_attempt_of_it_has_failed() {
        holder(A);
        Running waiter = scene().run();

        park(waiter, A);

        assertParked(waiter);
        assertNobodyIsDue();
        assertThat(scene().show(waiter.id()).details().tally()).isEqualTo(new Tally(1, 0, 0, 1, 0));
        assertThat(scene().show(waiter.id()).details().note()).isEqualTo("busy");
    }

    @Test
    default void waiters_of_one_key_are_served_in_the_order_in_which_they_came() {
        Running holder = holder(A);
        Running first = parkedJob(A);
        Running second = parkedJob(A);
        Running third = parkedJob(A);

        holder.complete();
        for (Running expected : List.of(first, second, third)) {
            Running next = assertNext(expected);
            take(next.claim(A));
            assertNobodyIsDue();
            next.complete();
        }

        assertNobodyIsDue();
        assertFree(A);
    }

    @Test
    default void a_newcomer_is_refused_while_a_waiter_is_woken_and_the_waiter_is_granted_the_lock() {
        Running holder = holder(A);
        Running newcomer = scene().run();
        Running waiter = parkedJob(A);

        holder.complete();

        assertNotItsTurn(newcomer.claim(A));
        take(assertNext(waiter).claim(A));
        assertThat(newcomer.settle(LineScene.parked(A)).accepted()).isNotEmpty();
        assertParked(newcomer);
    }

    @Test
    default void a_woken_one_that_does_not_come_within_five_seconds_passes_its_turn_on_and_keeps_its_place() {
        Running holder = holder(A);
        Running late = parkedJob(A);
        Running second = parkedJob(A);
        Running third = parkedJob(A);
        holder.complete();
        Running slow = assertNext(late);
        look();
        assertParked(second);

        pass(TURN);
        look();

        Running quick = assertNext(second);
        take(quick.claim(A));
        assertThat(slow.claim(A).tryAcquire()).isInstanceOf(dev.holdfast.lock.Acquisition.Busy.class);
        park(slow, A);
        quick.complete();
        take(assertNext(late).claim(A));
        assertParked(third);
    }

    @Test
    default void a_job_that_waits_for_several_locks_is_woken_when_it_is_first_everywhere_and_all_are_free() {
        Running holdsA = holder(A);
        Running holdsB = holder(B);
        Running both = parkedJob(A, B);
        Running onlyB = parkedJob(B);

        holdsA.complete();
        assertNobodyIsDue();
        holdsB.complete();

        Running next = assertNext(both);
        take(next.claim(A));
        take(next.claim(B));
        next.complete();
        assertNext(onlyB);
    }

    @Test
    default void a_lock_that_is_free_while_the_first_of_its_line_waits_for_another_goes_to_nobody_else() {
        Running holdsA = holder(A);
        Running newcomer = scene().run();
        holder(B);
        parkedJob(A, B);

        holdsA.complete();

        assertNotItsTurn(newcomer.claim(A));
        park(newcomer, A);
        assertParked(newcomer);
        assertNobodyIsDue();
    }

    @Test
    default void a_job_refused_the_second_of_its_locks_waits_for_both_in_its_old_place() {
        Running holder = holder(A);
        Running thief = scene().run();
        Running both = parkedJob(A, B);
        Running other = parkedJob(A);
        holder.complete();
        Running woken = assertNext(both);
        take(woken.claim(A));
        granted(thief.claim(B).steal(Steals.NOW));
        assertThat(woken.claim(B).tryAcquire()).isInstanceOf(dev.holdfast.lock.Acquisition.Busy.class);

        park(woken, A, B);
        assertParked(both, other);
        thief.complete();

        assertThat(assertNext(both).job().place().orElseThrow().ticket())
                .isEqualTo(woken.job().place().orElseThrow().ticket());
    }

    @Test
    default void a_wait_that_is_over_makes_the_job_due_and_it_waits_on_in_its_old_place() {
        holder(A);
        Running patient = scene().run();
        Duration longest = Duration.ofSeconds(1);
        patient.settle(LineScene.parked(longest, A));
        Running behind = parkedJob(A);
        assertParked(patient);

        pass(longest);

        Running again = assertNext(patient);
        Place place = again.job().place().orElseThrow();
        assertThat(place.waitIsOver()).isTrue();
        park(again, A);
        assertParked(patient, behind);
        pass(longest);
        assertNobodyIsDue();
    }

    @Test
    default void whoever_has_waited_for_too_long_and_is_not_served_by_any_worker_is_in_nobodys_way() {
        Running holder = holder(A);
        scene().run().settle(LineScene.parked(Duration.ofSeconds(1), A));
        Running behind = parkedJob(A);
        pass(Duration.ofSeconds(1));

        holder.complete();

        assertThat(scene().lease(scene().openSession(), 10))
                .extracting(dev.holdfast.queue.LeasedJob::id)
                .contains(behind.id());
    }

    @Test
    default void an_attempt_that_ends_by_itself_gives_the_place_up() {
        Running holder = holder(A);
        Running failing = parkedJob(A);
        Running second = parkedJob(A);
        holder.complete();

        assertNext(failing).settle(new Ending.Retried("failed", Duration.ZERO));

        List<dev.holdfast.queue.LeasedJob> due = scene().lease(scene().openSession(), 10);
        assertThat(due)
                .extracting(dev.holdfast.queue.LeasedJob::id)
                .containsExactlyInAnyOrder(failing.id(), second.id());
        assertThat(due)
                .filteredOn(job -> job.id().equals(failing.id()))
                .allMatch(job -> job.place().isEmpty());
    }

    @Test
    default void a_newer_request_for_a_parked_job_is_taken_in_and_does_not_hurry_it() {
        holder(A);
        scene().enqueue(Scene.keyed("{\"a\":1}"));
        Running waiter = scene().runNext();
        park(waiter, A);

        scene().enqueue(Scene.keyed("{\"b\":2}"));

        assertParked(waiter);
        assertThat(Json.of(scene().show(waiter.id()).details().payload())).isEqualTo(Json.of("{\"a\":1,\"b\":2}"));
    }
}
