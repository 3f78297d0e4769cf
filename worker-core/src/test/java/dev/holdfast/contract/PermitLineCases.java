package dev.holdfast.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.lock.Acquisition;
import dev.holdfast.lock.LockKey;
import dev.holdfast.queue.LeasedJob;
import dev.holdfast.queue.Session;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Waiting for permits: one line for all slots. */
interface PermitLineCases extends LineScene {
    LockKey TWO = LockKey.permits("reviews", "installation-7", 2);
    LockKey ONE_OF_THEM = LockKey.permits("reviews", "installation-7", 1);

    @Test
    default void whoever_waits_for_permits_is_woken_when_any_slot_is_freed() {
        holder(TWO.slot(1));
        Running second = holder(TWO.slot(2));
        Running newcomer = scene().run();
        Running waiter = parkedJob(TWO);
        Running behind = parkedJob(TWO);
        assertParked(waiter, behind);

        second.complete();

        assertNotItsTurn(newcomer.claim(TWO.slot(2)));
        take(assertNext(waiter).claim(TWO.slot(2)));
        assertParked(behind);
    }

    @Test
    default void two_slots_that_are_freed_together_serve_two_one_after_the_other() {
        Running holder = holder(TWO.slot(1), TWO.slot(2));
        Running first = parkedJob(TWO);
        Running second = parkedJob(TWO);
        Running third = parkedJob(TWO);

        holder.complete();

        take(assertNext(first).claim(TWO.slot(2)));
        take(assertNext(second).claim(TWO.slot(1)));
        assertParked(third);
        assertNobodyIsDue();
    }

    @Test
    default void a_job_parked_while_a_slot_is_free_is_due_at_once() {
        holder(TWO.slot(1));

        Running late = parkedJob(TWO);

        take(assertNext(late).claim(TWO.slot(2)));
    }

    @Test
    default void who_asks_for_fewer_permits_waits_for_the_slots_that_are_its_own() {
        Running first = holder(TWO.slot(1));
        Running second = holder(TWO.slot(2));
        Running modest = parkedJob(ONE_OF_THEM);

        second.complete();
        assertParked(modest);
        first.complete();

        take(assertNext(modest).claim(TWO.slot(1)));
    }

    @Test
    default void the_end_of_a_dead_holder_of_a_slot_wakes() {
        Running holder = holder(TWO.slot(1), TWO.slot(2));
        Running waiter = parkedJob(TWO);

        holder.crash();

        assertNext(waiter);
    }

    @Test
    default void a_hint_of_another_store_names_the_slot() {
        Running waiter = scene().run();
        waiter.settle(LineScene.parkedElsewhere(TWO));
        assertNobodyIsDue();

        scene().store().sessions().wakeWaiters(List.of(TWO.slot(2)));

        assertNext(waiter);
    }

    @Test
    default void no_wake_up_is_lost_when_a_job_parks_while_slots_are_freed() {
        Session session = scene().openSession();
        for (int round = 0; round < ParkingRaceCases.ROUNDS; round++) {
            Running first = scene().run(session);
            take(first.claim(TWO.slot(1)));
            Running second = scene().run(session);
            take(second.claim(TWO.slot(2)));
            Running waiter = scene().run(session);

            Together.race(first::complete, second::complete, () -> park(waiter, TWO));

            List<LeasedJob> due = scene().lease(session, 10);
            assertThat(due).extracting(LeasedJob::id).containsExactly(waiter.id());
            Running again = new Running(scene(), session, due.get(0));
            assertThat(again.claim(TWO.slot(round % 2 + 1)).tryAcquire()).isInstanceOf(Acquisition.Granted.class);
            again.complete();
        }
    }
}
