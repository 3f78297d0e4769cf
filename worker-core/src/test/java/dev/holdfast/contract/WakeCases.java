package dev.holdfast.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.job.JobState;
import dev.holdfast.lock.Acquisition;
import dev.holdfast.lock.LockClaim;
import dev.holdfast.queue.JobInspector.Asked;
import dev.holdfast.queue.LeasedJob;
import dev.holdfast.queue.Session.Will;
import dev.holdfast.queue.Settlement;
import dev.holdfast.queue.Settlement.Ending;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What wakes a parked job: whatever frees its lock, in the same transaction. */
interface WakeCases extends LineScene {
    @Test
    default void a_job_parked_for_a_lock_that_has_become_free_meanwhile_is_due_at_once() {
        Running holder = holder(A);
        Running late = scene().run();
        assertThat(late.claim(A).tryAcquire()).isInstanceOf(Acquisition.Busy.class);
        holder.complete();

        park(late, A);

        take(assertNext(late).claim(A));
    }

    @Test
    default void a_pause_holds_a_job_back_though_its_turn_comes_at_once() {
        Running late = scene().run();
        Settlement.Wait terms = new Settlement.Wait(Duration.ofHours(1), Duration.ofSeconds(1), false);

        late.settle(new Ending.Parked(List.of(A), terms, "lost"));

        assertNobodyIsDue();
        pass(Duration.ofSeconds(1));
        assertNext(late);
    }

    @Test
    default void an_early_release_wakes() {
        Running holder = scene().run();
        LockClaim claim = holder.claim(A);
        take(claim);
        Running waiter = parkedJob(A);

        claim.release();

        assertNext(waiter);
    }

    @Test
    default void the_settlement_that_frees_the_locks_of_a_batch_wakes_the_first_of_each_line() {
        Running holder = holder(A, B);
        Running neighbour = scene().run(holder.session());
        take(neighbour.claim(C));
        Running forA = parkedJob(A);
        Running forB = parkedJob(B);
        Running forC = parkedJob(C);
        Running alsoForC = parkedJob(C);

        holder.session()
                .settle(List.of(
                        holder.ending(new Ending.Completed("", List.of())),
                        neighbour.ending(new Ending.Returned(true, "drain"))));

        assertThat(scene().lease(scene().openSession(), 10))
                .extracting(LeasedJob::id)
                .contains(forA.id(), forB.id(), forC.id())
                .doesNotContain(alsoForC.id());
    }

    @Test
    default void the_end_of_a_dead_owner_wakes() {
        Running holder = holder(A);
        Running waiter = parkedJob(A);

        holder.crash();

        assertNext(waiter);
    }

    @Test
    default void a_session_that_stops_wakes() {
        Running holder = holder(A);
        Running waiter = parkedJob(A);

        holder.session().end(Will.STOPPED);

        List<LeasedJob> due = scene().lease(scene().openSession(), 10);
        assertThat(due).extracting(LeasedJob::id).containsExactlyInAnyOrder(waiter.id(), holder.id());
    }

    @Test
    default void an_operators_steal_wakes() {
        holder(A);
        Running waiter = parkedJob(A);

        scene().store().lockInspector().steal(A, Steals.NOW);

        take(assertNext(waiter).claim(A));
    }

    @Test
    default void a_cancelled_waiter_leaves_the_line_and_its_turn_passes_on() {
        Running holder = holder(A);
        Running first = parkedJob(A);
        Running second = parkedJob(A);
        Running third = parkedJob(A);

        assertThat(scene().store().jobs().cancel(first.id(), "by request")).contains(Asked.DONE);
        assertThat(scene().show(first.id()).state()).isEqualTo(JobState.CANCELLED);
        holder.complete();
        assertThat(scene().store().jobs().cancel(second.id(), "by request")).contains(Asked.DONE);

        take(assertNext(third).claim(A));
    }

    @Test
    default void a_waiter_that_an_operator_hurries_tries_at_once_and_keeps_its_place() {
        Running holder = holder(A);
        Running waiter = parkedJob(A);
        Running behind = parkedJob(A);

        assertThat(scene().store().jobs().retry(waiter.id())).contains(Asked.DONE);

        Running hurried = assertNext(waiter);
        assertThat(hurried.claim(A).tryAcquire()).isInstanceOf(Acquisition.Busy.class);
        park(hurried, A);
        holder.complete();
        assertNext(waiter);
        assertParked(behind);
    }

    @Test
    default void a_woken_job_goes_before_a_backlog_that_came_after_it() {
        Running holder = holder(A);
        Running waiter = parkedJob(A);
        for (int i = 0; i < 10; i++) {
            scene().enqueue(Scene.job().withPriority(0));
        }

        holder.complete();

        Running woken = scene().runNext();
        assertThat(woken.id()).isEqualTo(waiter.id());
        woken.settle(new Ending.Returned(false, "drain"));
        assertThat(scene().runNext().id()).isEqualTo(waiter.id());
    }

    @Test
    default void a_woken_job_that_is_given_back_unstarted_keeps_its_turn() {
        Running holder = holder(A);
        Running newcomer = scene().run();
        Running waiter = parkedJob(A);
        holder.complete();

        assertNext(waiter).settle(new Ending.Returned(false, "drain"));

        assertNotItsTurn(newcomer.claim(A));
        take(assertNext(waiter).claim(A));
    }

    @Test
    default void a_woken_job_whose_process_dies_keeps_its_place() {
        Running holder = holder(A);
        Running waiter = parkedJob(A);
        Running behind = parkedJob(A);
        holder.complete();

        assertNext(waiter).crash();

        take(scene().runNextSuspect().claim(A));
        assertParked(behind);
    }

    @Test
    default void a_thief_goes_before_the_line_and_its_victim_waits_behind_it() {
        Running victim = holder(A);
        Running waiter = parkedJob(A);
        Running thief = scene().run();
        LockClaim stealing = thief.claim(A);
        assertThat(stealing.steal(Steals.REVOKE)).isInstanceOf(Acquisition.Busy.class);

        park(victim, A);
        assertParked(victim, waiter);
        granted(stealing.steal(Steals.REVOKE));
        assertParked(victim, waiter);
        thief.complete();

        Running next = assertNext(waiter);
        take(next.claim(A));
        next.complete();
        assertNext(victim);
    }

    @Test
    default void a_thief_that_goes_away_keeps_nobody_waiting() {
        Running victim = holder(A);
        Running thief = scene().run();
        assertThat(thief.claim(A).steal(Steals.REVOKE)).isInstanceOf(Acquisition.Busy.class);
        thief.complete();
        park(victim, A);
        assertParked(victim);

        pass(TURN);
        look();

        take(assertNext(victim).claim(A));
    }

    @Test
    default void a_waiter_for_a_lock_of_another_store_is_woken_by_a_hint_and_by_looking_now_and_then() {
        Running first = scene().run();
        Running second = scene().run();
        first.settle(LineScene.parkedElsewhere(A));
        second.settle(LineScene.parkedElsewhere(A));
        assertNobodyIsDue();

        scene().store().sessions().wakeWaiters(List.of(A, B));
        Running again = assertNext(first);
        again.settle(LineScene.parkedElsewhere(A));
        assertParked(first, second);
        assertNobodyIsDue();

        pass(Duration.ofSeconds(4));
        look();
        Running served = assertNext(first);
        assertParked(second);

        served.complete();
        assertNext(second);
    }
}
