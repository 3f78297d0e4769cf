package dev.holdfast.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.lease.FencingToken;
import dev.holdfast.lease.OwnerToken;
import dev.holdfast.lock.Acquisition;
import dev.holdfast.lock.LockClaim;
import dev.holdfast.lock.LockHolder;
import dev.holdfast.lock.LockKey;
import dev.holdfast.lock.LockStoreProbe;
import dev.holdfast.lock.Owner;
import dev.holdfast.lock.Release;
import dev.holdfast.lock.Renewal;
import dev.holdfast.queue.Session;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Claims and renewals. */
interface ClaimCases extends LockScene {
    @BothNamespaces
    default void a_free_lock_is_granted_for_no_longer_than_the_ttl(LockKey key) {
        Running running = scene().run();

        Acquisition answer = running.claim(key).tryAcquire();

        Acquisition.Granted granted = (Acquisition.Granted) answer;
        assertThat(granted.validity())
                .isPositive()
                .isLessThanOrEqualTo(scene().store().ttl());
        assertHeld(key, granted.fence());
    }

    @BothNamespaces
    default void a_held_lock_is_refused_and_the_holder_named(LockKey key) {
        Running holder = scene().run();
        FencingToken fence = take(holder.claim(key));

        Acquisition answer = scene().run().claim(key).tryAcquire();

        assertThat(answer).isInstanceOf(Acquisition.Busy.class);
        LockHolder named = ((Acquisition.Busy) answer).holder();
        assertThat(named.fence()).isEqualTo(fence);
        assertThat(named.who())
                .contains(holder.id().toString(), holder.session().id().toString());
        assertHeld(key, fence);
    }

    @BothNamespaces
    default void making_a_claim_asks_nothing_of_the_store(LockKey key) {
        Running running = scene().run();

        scene().store()
                .whileUnreachable(() -> assertThat(running.claim(key).key()).isEqualTo(key));

        assertFree(key);
    }

    @BothNamespaces
    default void case_52_a_claim_sent_again_is_one_grant_with_one_fence(LockKey key) {
        Running running = scene().run();
        LockClaim claim = running.claim(key);
        LockClaim sameToken = locks().claim(key, claim.owner());

        FencingToken fence = take(claim);

        assertThat(take(claim)).isEqualTo(fence);
        assertThat(take(sameToken)).isEqualTo(fence);
        assertThat(claim.release()).isEqualTo(Release.RELEASED);
        assertFree(key);
    }

    @BothNamespaces
    default void case_36_another_token_of_the_same_attempt_is_refused_like_anybody_elses(LockKey key) {
        Running running = scene().run();
        FencingToken fence = take(running.claim(key));

        assertRefused(running.claim(key), fence);
    }

    @BothNamespaces
    default void every_claim_has_a_random_token_of_its_own(LockKey key) {
        Running running = scene().run();
        List<LockClaim> claims =
                List.of(running.claim(key), running.claim(key), scene().run().claim(key));

        assertThat(claims).extracting(claim -> claim.owner().token()).doesNotHaveDuplicates();
        assertThat(claims)
                .extracting(claim -> claim.owner().token().value().version())
                .containsOnly(4);
    }

    @Test
    default void case_45_there_is_no_such_thing_as_no_token() {
        assertThatThrownBy(() -> new OwnerToken(null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() ->
                        new Owner(scene().run().job().lease(), scene().run().id(), null))
                .isInstanceOf(NullPointerException.class);
    }

    @BothNamespaces
    default void case_49_a_name_with_an_empty_part_is_refused(LockKey key) {
        for (String name : List.of("", "owner/", "/repo", "owner//repo", "owner/repo#", "#7", "owner/#7")) {
            assertThatThrownBy(() -> new LockKey(key.namespace(), name))
                    .as(name)
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    default void the_same_name_in_another_namespace_is_another_lock() {
        Running running = scene().run();

        take(running.claim(new LockKey("pr-actuation", "owner/repo#7")));
        take(running.claim(new LockKey("ai-review", "owner/repo#7")));
        take(running.claim(new LockKey("ai-review", "owner/repo#8")));
    }

    @BothNamespaces
    default void a_session_can_hold_a_lock_for_itself(LockKey key) {
        Session session = scene().openSession();
        LockClaim claim = locks().claim(key, Owner.of(session.id()));

        FencingToken fence = take(claim);

        assertRefused(scene().run().claim(key), fence);
        assertThat(claim.release()).isEqualTo(Release.RELEASED);
    }

    @BothNamespaces
    default void of_many_that_claim_at_once_one_is_granted(LockKey key) {
        Running running = scene().run();

        List<Acquisition> answers = Together.run(8, () -> running.claim(key).tryAcquire());

        assertThat(answers).filteredOn(Acquisition.Granted.class::isInstance).hasSize(1);
        assertThat(answers).filteredOn(Acquisition.Busy.class::isInstance).hasSize(7);
    }

    @BothNamespaces
    default void a_held_lock_is_renewed(LockKey key) {
        LockClaim claim = scene().run().claim(key);
        FencingToken fence = take(claim);

        assertThat(renew(claim)).isInstanceOf(Renewal.Renewed.class);

        assertThat(((Renewal.Renewed) renew(claim)).validity()).isGreaterThan(Duration.ZERO);
        assertHeld(key, fence);
    }

    @BothNamespaces
    default void a_renewal_of_a_claim_that_was_refused_changes_nothing(LockKey key) {
        FencingToken fence = take(scene().run().claim(key));
        LockClaim rival = scene().run().claim(key);
        assertRefused(rival, fence);

        assertThat(renew(rival)).isNotInstanceOf(Renewal.Renewed.class);

        assertHeld(key, fence);
    }

    @BothNamespaces
    default void a_store_that_does_not_answer_leaves_the_outcome_unknown(LockKey key) {
        LockClaim claim = scene().run().claim(key);

        scene().store().whileUnreachable(() -> assertThat(claim.tryAcquire()).isInstanceOf(Acquisition.Unknown.class));

        take(claim);
    }

    @Test
    default void the_store_passes_the_probe_that_a_worker_runs_before_it_trusts_it() {
        Session session = scene().openSession();

        assertThat(new LockStoreProbe(locks(), session.id()).run()).isEqualTo(new LockStoreProbe.Finding.Proven());

        assertThat(scene().store().lockInspector().list(10)).isEmpty();
    }
}
