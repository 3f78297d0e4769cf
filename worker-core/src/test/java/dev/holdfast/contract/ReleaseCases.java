package dev.holdfast.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.lease.FencingToken;
import dev.holdfast.lock.Acquisition;
import dev.holdfast.lock.LockClaim;
import dev.holdfast.lock.LockKey;
import dev.holdfast.lock.Release;
import dev.holdfast.lock.Renewal;

/** Releases: only ever of what the claim itself took. */
interface ReleaseCases extends LockScene {
    @BothNamespaces
    default void a_released_lock_is_free_for_others(LockKey key) {
        LockClaim claim = scene().run().claim(key);
        take(claim);

        assertThat(claim.release()).isEqualTo(Release.RELEASED);

        assertFree(key);
        take(scene().run().claim(key));
    }

    @BothNamespaces
    default void a_second_release_finds_nothing_of_its_own(LockKey key) {
        LockClaim claim = scene().run().claim(key);
        take(claim);
        claim.release();
        assertThat(claim.release()).isEqualTo(Release.NOT_MINE);
        FencingToken fence = take(scene().run().claim(key));

        assertThat(claim.release()).isEqualTo(Release.NOT_MINE);

        assertHeld(key, fence);
    }

    @BothNamespaces
    default void case_45_a_claim_that_was_never_granted_releases_nobody(LockKey key) {
        FencingToken fence = take(scene().run().claim(key));
        LockClaim refused = scene().run().claim(key);
        LockClaim neverAsked = scene().run().claim(key);
        assertRefused(refused, fence);

        assertThat(refused.release()).isEqualTo(Release.NOT_MINE);
        assertThat(neverAsked.release()).isEqualTo(Release.NOT_MINE);

        assertHeld(key, fence);
    }

    @BothNamespaces
    default void case_45_a_claim_that_failed_open_releases_nobody(LockKey key) {
        FencingToken fence = take(scene().run().claim(key));
        LockClaim unanswered = scene().run().claim(key);
        scene().store()
                .whileUnreachable(() -> assertThat(unanswered.tryAcquire()).isInstanceOf(Acquisition.Unknown.class));

        assertThat(unanswered.release()).isEqualTo(Release.NOT_MINE);

        assertHeld(key, fence);
    }

    @BothNamespaces
    default void a_release_that_is_not_answered_can_be_sent_again(LockKey key) {
        LockClaim claim = scene().run().claim(key);
        FencingToken fence = take(claim);

        scene().store().whileUnreachable(() -> assertThat(claim.release()).isEqualTo(Release.UNKNOWN));

        assertRefused(scene().run().claim(key), fence);
        assertThat(claim.release()).isEqualTo(Release.RELEASED);
        take(scene().run().claim(key));
    }

    @BothNamespaces
    default void case_33_a_new_claim_after_a_release_is_renewed_like_the_first(LockKey key) {
        Running running = scene().run();
        LockClaim first = running.claim(key);
        take(first);
        scene().store().whileUnreachable(() -> renew(first));
        first.release();

        LockClaim second = running.claim(key);
        take(second);

        assertThat(renew(second)).isInstanceOf(Renewal.Renewed.class);
    }

    @BothNamespaces
    default void a_release_frees_one_lock_and_no_other_of_its_attempt(LockKey key) {
        Running running = scene().run();
        LockKey neighbour = new LockKey(key.namespace(), key.name() + "x");
        LockClaim claim = running.claim(key);
        take(claim);
        FencingToken fence = take(running.claim(neighbour));

        claim.release();

        assertFree(key);
        assertHeld(neighbour, fence);
    }
}
