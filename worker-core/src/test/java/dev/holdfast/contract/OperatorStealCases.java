package dev.holdfast.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.lease.FencingToken;
import dev.holdfast.lock.LockClaim;
import dev.holdfast.lock.LockInspector;
import dev.holdfast.lock.LockInspector.Stolen;
import dev.holdfast.lock.LockKey;
import dev.holdfast.lock.Release;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What people are shown of locks, and an operator's steal. */
interface OperatorStealCases extends LockScene {
    private LockInspector inspector() {
        return scene().store().lockInspector();
    }

    @Test
    default void held_locks_are_listed_in_the_order_of_their_keys() {
        Running running = scene().run();
        LockKey a = new LockKey("ai-review", "z");
        LockKey b = new LockKey("pr-actuation", "a");
        LockKey c = new LockKey("pr-actuation", "b");
        take(running.claim(c));
        take(running.claim(a));
        FencingToken fence = take(running.claim(b));

        assertThat(inspector().list(10)).extracting(LockInspector.Shown::key).containsExactly(a, b, c);
        assertThat(inspector().list(2)).extracting(LockInspector.Shown::key).containsExactly(a, b);
        LockInspector.Shown row = inspector().list(2).get(1);
        assertThat(row.holder().fence()).isEqualTo(fence);
        assertThat(row.holder().who()).contains(running.id().toString());
        assertThat(row.revoked()).isEmpty();
    }

    @BothNamespaces
    default void an_operator_steals_nothing_from_nobody(LockKey key) {
        assertThat(inspector().steal(key, Steals.NOW)).isEmpty();
        assertThat(inspector().steal(key, Steals.REVOKE)).isEmpty();

        LockClaim claim = scene().run().claim(key);
        take(claim);
        claim.release();

        assertThat(inspector().steal(key, Steals.NOW)).isEmpty();
    }

    @BothNamespaces
    default void an_operator_who_revokes_tells_the_holder_and_leaves_the_lock(LockKey key) {
        LockClaim held = scene().run().claim(key);
        FencingToken fence = take(held);

        Stolen stolen = inspector().steal(key, Steals.REVOKE).orElseThrow();

        assertThat(stolen.freed()).isFalse();
        assertThat(stolen.victim().fence()).isEqualTo(fence);
        assertThat(shown(key).orElseThrow().revoked()).contains(Steals.REVOKE.reason());
        assertHeld(key, fence);
        assertThat(held.release()).isEqualTo(Release.RELEASED);
    }

    @BothNamespaces
    default void an_operator_in_a_hurry_frees_the_lock_and_the_fence_still_rises(LockKey key) {
        Running holder = scene().run();
        LockClaim held = holder.claim(key);
        FencingToken fence = take(held);

        Optional<Stolen> stolen = inspector().steal(key, Steals.NOW);

        assertThat(stolen.orElseThrow().freed()).isTrue();
        assertThat(stolen.orElseThrow().victim().fence()).isEqualTo(fence);
        assertThat(stolen.orElseThrow().fence()).isGreaterThanOrEqualTo(fence);
        assertFree(key);
        assertToldItLost(holder, held);
        assertThat(held.release()).isEqualTo(Release.NOT_MINE);
        assertThat(take(scene().run().claim(key)))
                .isGreaterThan(stolen.orElseThrow().fence());
    }
}
