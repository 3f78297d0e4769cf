package dev.holdfast.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.job.JobState;
import dev.holdfast.lock.Acquisition;
import dev.holdfast.lock.LockClaim;
import dev.holdfast.lock.LockKey;
import dev.holdfast.queue.LeasedJob;
import dev.holdfast.queue.Settlement;
import dev.holdfast.queue.Settlement.Ending;
import java.time.Duration;
import java.util.List;

/** Words in which the cases of parking speak. */
interface LineScene extends LockScene {
    LockKey A = new LockKey("pr-actuation", "owner/repo#1");
    LockKey B = new LockKey("pr-actuation", "owner/repo#2");
    LockKey C = new LockKey("ai-review", "owner/repo#1");

    /** So long a lock is reserved for whoever was woken. */
    Duration TURN = Duration.ofSeconds(5);

    static Ending.Parked parked(LockKey... keys) {
        return parked(Duration.ofHours(1), keys);
    }

    static Ending.Parked parked(Duration longest, LockKey... keys) {
        return new Ending.Parked(List.of(keys), new Settlement.Wait(longest, Duration.ZERO, false), "busy");
    }

    /** The locks are kept in another store. */
    static Ending.Parked parkedElsewhere(LockKey... keys) {
        Settlement.Wait terms = new Settlement.Wait(Duration.ofHours(1), Duration.ZERO, true);
        return new Ending.Parked(List.of(keys), terms, "busy");
    }

    /** A running job that holds these locks. */
    default Running holder(LockKey... keys) {
        Running holder = scene().run();
        for (LockKey key : keys) {
            take(holder.claim(key));
        }
        return holder;
    }

    /** A job that is parked for these locks. */
    default Running parkedJob(LockKey... keys) {
        Running job = scene().run();
        park(job, keys);
        return job;
    }

    default void park(Running job, LockKey... keys) {
        assertThat(job.settle(parked(keys)).accepted()).containsExactly(job.id());
    }

    default void assertParked(Running... jobs) {
        for (Running job : jobs) {
            assertThat(scene().show(job.id()).state()).as("%s", job.id()).isEqualTo(JobState.PARKED);
        }
    }

    /** Exactly this job is due; it runs. */
    default Running assertNext(Running expected) {
        List<LeasedJob> due = scene().lease(scene().openSession(), 10);
        assertThat(due).extracting(LeasedJob::id).containsExactly(expected.id());
        return new Running(scene(), scene().lastOpened(), due.get(0));
    }

    default void assertNobodyIsDue() {
        assertThat(scene().lease(scene().openSession(), 10)).isEmpty();
    }

    /** Refused, though nobody holds the lock, because it is somebody's turn. */
    default void assertNotItsTurn(LockClaim claim) {
        Acquisition answer = claim.tryAcquire();
        assertThat(answer).isInstanceOf(Acquisition.Busy.class);
        assertThat(((Acquisition.Busy) answer).holder().who()).endsWith("whose turn it is");
    }

    default void look() {
        scene().store().sessions().wakeWaiters(List.of());
    }

    default void pass(Duration time) {
        scene().store().pass(time);
    }
}
