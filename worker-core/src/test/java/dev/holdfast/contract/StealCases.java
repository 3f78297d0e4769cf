package dev.holdfast.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.lease.FencingToken;
import dev.holdfast.lock.Acquisition;
import dev.holdfast.lock.LockClaim;
import dev.holdfast.lock.LockKey;
import dev.holdfast.lock.Release;
import dev.holdfast.lock.Steal;
import org.junit.jupiter.api.Test;

/** Steals by an attempt. */
interface StealCases extends LockScene {
    @BothNamespaces
    default void a_polite_thief_waits_and_the_holder_goes_on_holding(LockKey key) {
        Running holder = scene().run();
        LockClaim held = holder.claim(key);
        FencingToken fence = take(held);
        LockClaim thief = scene().run().claim(key);

        assertRefused(thief, Steals.REVOKE, fence);
        assertRefused(thief, Steals.REVOKE, fence);

        assertHeld(key, fence);
        assertThat(shown(key).orElseThrow().revoked()).contains(Steals.REVOKE.reason());
        assertThat(held.release()).isEqualTo(Release.RELEASED);
    }

    @BothNamespaces
    default void a_polite_thief_takes_what_the_holder_let_go(LockKey key) {
        LockClaim held = scene().run().claim(key);
        FencingToken fence = take(held);
        LockClaim thief = scene().run().claim(key);
        assertRefused(thief, Steals.REVOKE, fence);

        held.release();

        FencingToken stolen = granted(thief.steal(Steals.REVOKE));
        assertThat(stolen).isGreaterThan(fence);
        assertThat(shown(key).orElseThrow().revoked()).isEmpty();
    }

    @BothNamespaces
    default void a_polite_thief_takes_the_lock_when_the_holders_trust_must_have_ended(LockKey key) {
        Running holder = scene().run();
        LockClaim held = holder.claim(key);
        FencingToken fence = take(held);
        LockClaim thief = scene().run().claim(key);
        assertRefused(thief, Steals.REVOKE, fence);

        scene().store().pass(scene().store().ttl());

        FencingToken stolen = granted(thief.steal(Steals.REVOKE));
        assertThat(stolen).isGreaterThan(fence);
        assertHeld(key, stolen);
        assertToldItLost(holder, held);
    }

    @BothNamespaces
    default void a_holder_that_came_later_is_told_anew(LockKey key) {
        LockClaim told = scene().run().claim(key);
        FencingToken fence = take(told);
        LockClaim thief = scene().run().claim(key);
        assertRefused(thief, Steals.REVOKE, fence);
        scene().store().pass(scene().store().ttl());
        told.release();
        LockClaim later = scene().run().claim(key);
        // In a hurry as well: the lock is reserved for the first thief.
        FencingToken laters = stealNow(later);

        assertRefused(thief, Steals.REVOKE, laters);

        assertHeld(key, laters);
        assertThat(later.release()).isEqualTo(Release.RELEASED);
    }

    @BothNamespaces
    default void a_thief_in_a_hurry_takes_the_lock_at_once(LockKey key) {
        Running holder = scene().run();
        LockClaim held = holder.claim(key);
        FencingToken fence = take(held);

        FencingToken stolen = stealNow(scene().run().claim(key));

        assertThat(stolen).isGreaterThan(fence);
        assertHeld(key, stolen);
        assertToldItLost(holder, held);
    }

    @BothNamespaces
    default void case_30_a_victim_that_renews_learns_that_it_lost_and_harms_nobody(LockKey key) {
        Running holder = scene().run();
        LockClaim victim = holder.claim(key);
        take(victim);
        LockClaim thief = scene().run().claim(key);
        FencingToken stolen = stealNow(thief);

        renew(victim);

        assertToldItLost(holder, victim);
        assertHeld(key, stolen);
        assertRefused(victim, stolen);
        assertThat(thief.release()).isEqualTo(Release.RELEASED);
    }

    @BothNamespaces
    default void an_attempt_can_steal_from_its_own_session(LockKey key) {
        Running holder = scene().run();
        FencingToken fence = take(holder.claim(key));
        Running neighbour = scene().run(holder.session());

        assertThat(stealNow(neighbour.claim(key))).isGreaterThan(fence);
    }

    @BothNamespaces
    default void stealing_what_is_free_or_ones_own_is_a_claim(LockKey key) {
        Running running = scene().run();
        LockClaim claim = running.claim(key);
        FencingToken fence = granted(claim.steal(Steals.REVOKE));

        assertThat(stealNow(claim)).isEqualTo(fence);
        assertThat(take(claim)).isEqualTo(fence);
    }

    @BothNamespaces
    default void a_steal_that_is_not_answered_leaves_the_holder_alone(LockKey key) {
        FencingToken fence = take(scene().run().claim(key));
        LockClaim thief = scene().run().claim(key);

        scene().store()
                .whileUnreachable(() -> assertThat(thief.steal(Steals.NOW)).isInstanceOf(Acquisition.Unknown.class));

        assertHeld(key, fence);
    }

    @BothNamespaces
    default void the_fence_rises_through_a_steal(LockKey key) {
        FencingToken first = take(scene().run().claim(key));
        FencingToken stolen = stealNow(scene().run().claim(key));
        FencingToken stolenBack = stealNow(scene().run().claim(key));

        assertThat(stolen).isGreaterThan(first);
        assertThat(stolenBack).isGreaterThan(stolen);
    }

    @BothNamespaces
    default void case_44_a_stale_holder_releases_nothing_of_its_successor(LockKey key) {
        LockClaim stale = scene().run().claim(key);
        take(stale);
        LockClaim thief = scene().run().claim(key);
        FencingToken stolen = stealNow(thief);

        assertThat(stale.release()).isEqualTo(Release.NOT_MINE);

        assertHeld(key, stolen);
        assertThat(thief.release()).isEqualTo(Release.RELEASED);
    }

    @BothNamespaces
    default void case_38_a_lock_that_was_lost_and_claimed_again_by_the_same_process_is_not_released_by_the_old_claim(
            LockKey key) {
        Running running = scene().run();
        LockClaim lost = running.claim(key);
        take(lost);
        scene().store().lockInspector().steal(key, Steals.NOW);
        LockClaim again = running.claim(key);
        FencingToken fence = take(again);

        assertThat(lost.release()).isEqualTo(Release.NOT_MINE);

        assertHeld(key, fence);
        assertThat(again.release()).isEqualTo(Release.RELEASED);
    }

    @Test
    default void a_steal_without_a_reason_is_refused() {
        assertThatThrownBy(() -> new Steal(" ", Steal.Mode.NOW)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Steal(null, Steal.Mode.NOW)).isInstanceOf(IllegalArgumentException.class);
    }
}
