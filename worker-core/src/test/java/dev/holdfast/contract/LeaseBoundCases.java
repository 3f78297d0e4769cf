package dev.holdfast.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.lease.FencingToken;
import dev.holdfast.lock.Acquisition;
import dev.holdfast.lock.LockClaim;
import dev.holdfast.lock.LockKey;
import dev.holdfast.lock.Owner;
import dev.holdfast.lock.Release;
import dev.holdfast.queue.Session;
import dev.holdfast.queue.Session.Will;
import dev.holdfast.queue.Settlement.Ending;
import java.time.Duration;
import java.util.List;

/** Locks that are rows beside their jobs: they end with the lease they ride on, in the same transaction. */
interface LeaseBoundCases extends LockScene {
    @BothNamespaces
    default void every_settlement_frees_the_locks_of_its_attempt(LockKey key) {
        for (Ending ending : List.of(
                new Ending.Completed("", List.of()),
                new Ending.Discarded("hopeless"),
                new Ending.Cancelled("by request"),
                new Ending.Retried("failed", Duration.ofHours(1)),
                new Ending.Snoozed(Duration.ofHours(1), "busy", true),
                new Ending.Returned(true, "drain"))) {
            Running running = scene().run();
            take(running.claim(key));

            running.settle(ending);

            assertFree(key);
            scene().lease(running.session(), 10);
        }
    }

    @BothNamespaces
    default void a_settlement_frees_nothing_of_its_neighbours(LockKey key) {
        Running running = scene().run();
        Running neighbour = scene().run(running.session());
        FencingToken fence = take(neighbour.claim(key));

        running.complete();

        assertHeld(key, fence);
    }

    @BothNamespaces
    default void a_refused_settlement_frees_nothing(LockKey key) {
        Running running = scene().run();
        FencingToken fence = take(running.claim(key));

        running.settle(new Ending.Retried("absurd", Duration.ofDays(1_000_000_000)));
        assertHeld(key, fence);

        Session other = scene().openSession();
        other.settle(List.of(running.ending(new Ending.Completed("", List.of()))));
        assertHeld(key, fence);
    }

    @BothNamespaces
    default void the_end_of_a_session_frees_its_locks_and_counts_them(LockKey key) {
        Running crashed = scene().run();
        take(crashed.claim(key));
        take(locks().claim(
                        new LockKey("maintenance", "nightly"),
                        Owner.of(crashed.session().id())));

        var reaped = scene().store().sessions().reap(scene().seen(crashed.session()));

        assertThat(reaped.orElseThrow().locksFreed()).isEqualTo(2);
        assertThat(scene().store().lockInspector().list(10)).isEmpty();
    }

    @BothNamespaces
    default void a_stopped_session_frees_its_locks_at_once_and_a_halting_one_when_it_is_ended(LockKey key) {
        Running stopped = scene().run();
        take(stopped.claim(key));
        stopped.session().end(Will.STOPPED);
        assertFree(key);

        Running halting = scene().runNext();
        FencingToken fence = take(halting.claim(key));
        halting.session().end(Will.HALTING);
        assertHeld(key, fence);

        halting.crash();
        assertFree(key);
    }

    @BothNamespaces
    default void case_50_a_claim_after_the_job_was_settled_is_refused(LockKey key) {
        Running running = scene().run();
        LockClaim claim = running.claim(key);
        running.complete();

        assertThat(claim.tryAcquire()).isEqualTo(new Acquisition.LeaseLost());
        assertThat(claim.steal(Steals.NOW)).isEqualTo(new Acquisition.LeaseLost());

        assertFree(key);
    }

    @BothNamespaces
    default void case_50_a_claim_of_a_reaped_attempt_is_refused_although_its_job_runs_again(LockKey key) {
        Running late = scene().run();
        LockClaim claim = late.claim(key);
        late.crash();
        Running successor = scene().runNextSuspect();

        assertThat(claim.tryAcquire()).isEqualTo(new Acquisition.LeaseLost());

        FencingToken fence = take(successor.claim(key));
        assertThat(claim.steal(Steals.NOW)).isEqualTo(new Acquisition.LeaseLost());
        assertThat(claim.release()).isEqualTo(Release.NOT_MINE);
        assertHeld(key, fence);
    }

    @BothNamespaces
    default void case_50_a_grant_sent_again_after_the_settlement_is_no_grant(LockKey key) {
        Running running = scene().run();
        LockClaim claim = running.claim(key);
        take(claim);
        running.settle(new Ending.Returned(true, "drain"));

        assertThat(claim.tryAcquire()).isEqualTo(new Acquisition.LeaseLost());
        assertFree(key);
    }

    @BothNamespaces
    default void a_session_that_has_ended_holds_nothing_for_itself(LockKey key) {
        Session session = scene().openSession();
        LockClaim claim = locks().claim(key, Owner.of(session.id()));
        session.end(Will.STOPPED);

        assertThat(claim.tryAcquire()).isEqualTo(new Acquisition.LeaseLost());
    }

    @BothNamespaces
    default void case_43_a_lock_is_refused_to_others_until_its_job_has_ended(LockKey key) {
        Running draining = scene().run();
        FencingToken fence = take(draining.claim(key));
        LockClaim rival = scene().run().claim(key);
        draining.session().end(Will.HALTING);

        assertRefused(rival, fence);
        draining.complete();

        take(rival);
    }

    /** Where a lock has a ttl of its own, that of a holder who was told ends by itself. */
    @BothNamespaces
    default void the_wait_of_a_thief_begins_when_it_has_told_the_holder_itself(LockKey key) {
        FencingToken fence = take(scene().run().claim(key));
        LockClaim first = scene().run().claim(key);
        LockClaim second = scene().run().claim(key);
        assertRefused(first, Steals.REVOKE, fence);
        assertRefused(second, fence);

        scene().store().pass(scene().store().ttl());

        assertRefused(second, Steals.REVOKE, fence);
        granted(first.steal(Steals.REVOKE));
    }
}
