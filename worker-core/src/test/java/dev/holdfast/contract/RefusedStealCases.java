package dev.holdfast.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.lease.FencingToken;
import dev.holdfast.lock.Acquisition;
import dev.holdfast.lock.LockClaim;
import dev.holdfast.lock.LockKey;
import dev.holdfast.lock.Release;
import dev.holdfast.lock.Steal;
import java.util.List;

/** A store that takes a lock from nobody who lives. */
interface RefusedStealCases extends LockScene {
    @BothNamespaces
    default void a_steal_is_refused_says_so_and_changes_nothing(LockKey key) {
        LockClaim held = scene().run().claim(key);
        FencingToken fence = take(held);
        LockClaim thief = scene().run().claim(key);

        for (Steal request : List.of(Steals.REVOKE, Steals.NOW)) {
            assertRefused(thief, request, fence);
            assertThat(((Acquisition.Busy) thief.steal(request)).holder().who()).contains("not stolen");
        }

        assertHeld(key, fence);
        assertThat(thief.release()).isEqualTo(Release.NOT_MINE);
        assertThat(held.release()).isEqualTo(Release.RELEASED);
    }

    @BothNamespaces
    default void a_thief_that_finds_the_lock_free_takes_it(LockKey key) {
        LockClaim claim = scene().run().claim(key);
        FencingToken fence = granted(claim.steal(Steals.REVOKE));

        assertThat(stealNow(claim)).isEqualTo(fence);
        assertThat(take(claim)).isEqualTo(fence);
    }

    @BothNamespaces
    default void an_operator_steals_from_nobody_and_is_told_who_holds_it(LockKey key) {
        assertThat(scene().store().lockInspector().steal(key, Steals.NOW)).isEmpty();
        Running holder = scene().run();
        FencingToken fence = take(holder.claim(key));

        assertThatThrownBy(() -> scene().store().lockInspector().steal(key, Steals.NOW))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining(holder.id().toString());

        assertHeld(key, fence);
    }
}
