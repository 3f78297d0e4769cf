package dev.holdfast.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.lease.FencingToken;
import dev.holdfast.lock.LockClaim;
import dev.holdfast.lock.LockKey;

/** Every grant of a key carries a greater number than every earlier one, whatever came between. */
interface FenceCases extends LockScene {
    @BothNamespaces
    default void the_fence_rises_through_a_release(LockKey key) {
        Running running = scene().run();
        FencingToken last = null;
        for (int i = 0; i < 5; i++) {
            LockClaim claim = running.claim(key);
            FencingToken fence = take(claim);
            assertRisen(last, fence);
            last = fence;
            claim.release();
        }
    }

    private static void assertRisen(FencingToken earlier, FencingToken later) {
        if (earlier != null) {
            assertThat(later).isGreaterThan(earlier);
        }
    }

    @BothNamespaces
    default void the_fence_rises_through_the_end_of_a_job_and_of_a_session(LockKey key) {
        Running settled = scene().run();
        FencingToken first = take(settled.claim(key));
        settled.complete();
        endTheTermOf(key);
        Running crashed = scene().run();
        FencingToken second = take(crashed.claim(key));
        crashed.crash();
        endTheTermOf(key);

        FencingToken third = take(scene().run().claim(key));

        assertThat(second).isGreaterThan(first);
        assertThat(third).isGreaterThan(second);
    }

    /** A lock with a ttl of its own outlives its lease by it. */
    private void endTheTermOf(LockKey key) {
        if (!locks().endsWithLease()) {
            scene().store().pass(locks().ttl());
        }
        assertFree(key);
    }

    @BothNamespaces
    default void the_fence_rises_although_the_store_forgot_the_key(LockKey key) {
        LockClaim claim = scene().run().claim(key);
        FencingToken before = take(claim);
        claim.release();

        scene().store().prune();

        assertThat(take(scene().run().claim(key))).isGreaterThan(before);
    }

    @BothNamespaces
    default void a_held_lock_is_never_forgotten(LockKey key) {
        FencingToken fence = take(scene().run().claim(key));

        scene().store().prune();

        assertRefused(scene().run().claim(key), fence);
    }
}
