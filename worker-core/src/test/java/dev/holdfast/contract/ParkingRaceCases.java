package dev.holdfast.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.lease.JobId;
import dev.holdfast.lock.Acquisition;
import dev.holdfast.lock.LockKey;
import dev.holdfast.queue.LeasedJob;
import dev.holdfast.queue.Session;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Races that could lose a wake-up, starve a waiter or lock each other up. */
interface ParkingRaceCases extends LineScene {
    /** A slice of what a campaign runs: {@code -Dholdfast.rounds=10000}. */
    int ROUNDS = Integer.getInteger("holdfast.rounds", 25);

    @Test
    default void no_wake_up_is_lost_when_a_job_parks_while_its_lock_is_freed() {
        Session session = scene().openSession();
        for (int round = 0; round < ROUNDS; round++) {
            Running holder = scene().run(session);
            take(holder.claim(A));
            Running waiter = scene().run(session);

            Together.race(holder::complete, () -> park(waiter, A));

            runAndComplete(session, waiter, A);
        }
    }

    @Test
    default void no_wake_up_is_lost_when_two_locks_of_one_job_are_freed_at_once() {
        Session session = scene().openSession();
        for (int round = 0; round < ROUNDS; round++) {
            Running holdsA = scene().run(session);
            take(holdsA.claim(A));
            Running holdsB = scene().run(session);
            take(holdsB.claim(B));
            Running waiter = scene().run(session);

            Together.race(holdsA::complete, holdsB::complete, () -> park(waiter, B, A));

            runAndComplete(session, waiter, A, B);
        }
    }

    @Test
    default void no_turn_is_lost_when_the_first_in_line_is_cancelled_while_its_lock_is_freed() {
        Session session = scene().openSession();
        for (int round = 0; round < ROUNDS; round++) {
            Running holder = scene().run(session);
            take(holder.claim(A));
            Running first = scene().run(session);
            park(first, A, B);
            Running second = scene().run(session);
            park(second, A);

            Together.race(holder::complete, () -> scene().store().jobs().cancel(first.id(), "by request"));

            runAndComplete(session, second, A);
        }
    }

    private void runAndComplete(Session session, Running expected, LockKey... keys) {
        List<LeasedJob> due = scene().lease(session, 10);
        assertThat(due).extracting(LeasedJob::id).containsExactly(expected.id());
        Running again = new Running(scene(), session, due.get(0));
        for (LockKey key : keys) {
            take(again.claim(key));
        }
        again.complete();
    }

    /** Jobs that want a and b, b and c, c and a, each from several threads: every one ends, and none by a look. */
    @Test
    default void jobs_that_want_locks_in_a_circle_never_wait_for_each_other_for_ever() {
        List<List<LockKey>> wishes = List.of(List.of(A, B), List.of(B, C), List.of(C, A));
        int jobs = 3 * ROUNDS;
        for (int i = 0; i < jobs; i++) {
            scene().enqueue(Scene.job());
        }
        AtomicInteger done = new AtomicInteger();
        Set<LockKey> held = new HashSet<>();

        Together.run(4, () -> {
            Session session = scene().openSession();
            while (done.get() < jobs) {
                for (LeasedJob job : scene().lease(session, 1)) {
                    Running running = new Running(scene(), session, job);
                    List<LockKey> keys = wishes.get((int) (job.id().value() % wishes.size()));
                    done.addAndGet(attempt(running, keys, held) ? 1 : 0);
                }
            }
            return null;
        });

        assertThat(done).hasValue(jobs);
        assertThat(scene().store().lockInspector().list(10)).isEmpty();
    }

    /** Takes them all, as a handler does that asks for one after the other, or parks with all it asked for. */
    private boolean attempt(Running running, List<LockKey> keys, Set<LockKey> held) {
        List<LockKey> asked = new ArrayList<>();
        for (LockKey key : keys) {
            asked.add(key);
            if (!(running.claim(key).tryAcquire() instanceof Acquisition.Granted)) {
                park(running, asked.toArray(LockKey[]::new));
                return false;
            }
        }
        synchronized (held) {
            keys.forEach(
                    key -> assertThat(held.add(key)).as("%s is held once", key).isTrue());
        }
        synchronized (held) {
            held.removeAll(keys);
        }
        running.complete();
        return true;
    }

    /** Several workers serve one line, and newcomers ask for its lock all the while. */
    @Test
    default void a_line_is_served_in_its_order_by_however_many_workers() {
        Running holder = holder(A);
        List<JobId> waiting = new ArrayList<>();
        for (int i = 0; i < ROUNDS; i++) {
            waiting.add(parkedJob(A).id());
        }
        for (int i = 0; i < ROUNDS; i++) {
            scene().enqueue(Scene.job());
        }
        List<JobId> served = Collections.synchronizedList(new ArrayList<>());

        holder.complete();
        Together.run(3, () -> {
            Session session = scene().openSession();
            while (served.size() < 2 * ROUNDS) {
                for (LeasedJob job : scene().lease(session, 1)) {
                    serve(new Running(scene(), session, job), served);
                }
            }
            return null;
        });

        assertThat(served).startsWith(waiting.toArray(JobId[]::new)).hasSize(2 * ROUNDS);
    }

    private void serve(Running running, List<JobId> served) {
        if (running.claim(A).tryAcquire() instanceof Acquisition.Granted) {
            served.add(running.id());
            running.complete();
        } else {
            park(running, A);
        }
    }

    /** Newcomers come without end; whoever waited before them is served before them. */
    @Test
    default void a_waiter_is_not_starved_by_newcomers_that_arrive_without_end() {
        Running holder = holder(A);
        Running waiter = parkedJob(A, B);
        for (int i = 0; i < ROUNDS; i++) {
            Running newcomer = scene().run();
            assertThat(newcomer.claim(A).tryAcquire()).isInstanceOf(Acquisition.Busy.class);
            if (i == ROUNDS / 2) {
                holder.complete();
                take(assertNext(waiter).claim(A));
            }
            park(newcomer, A);
        }
    }
}
