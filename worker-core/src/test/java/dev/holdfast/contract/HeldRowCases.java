package dev.holdfast.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.lock.LockClaim;
import dev.holdfast.lock.LockKey;
import dev.holdfast.queue.Holdings;
import java.util.Optional;

/** What a session is told of the locks it holds as rows. */
interface HeldRowCases extends LockScene {
    @BothNamespaces
    default void the_store_knows_every_claim_by_its_own_token(LockKey key) {
        Running running = scene().run();
        LockClaim claim = running.claim(key);
        LockClaim other = running.claim(new LockKey(key.namespace(), "other"));
        take(claim);
        take(other);

        assertThat(running.session().holdings().locks())
                .containsExactlyInAnyOrder(
                        new Holdings.HeldRow(claim.owner().token(), Optional.empty()),
                        new Holdings.HeldRow(other.owner().token(), Optional.empty()));
    }

    @BothNamespaces
    default void a_revoked_lock_is_marked_among_the_holdings_and_calls_attention(LockKey key) {
        Running holder = scene().run();
        LockClaim held = holder.claim(key);
        take(held);
        long before = holder.session().heartbeat().attention();

        scene().run().claim(key).steal(Steals.REVOKE);

        assertThat(holder.session().holdings().locks())
                .containsExactly(new Holdings.HeldRow(held.owner().token(), Optional.of(Steals.REVOKE.reason())));
        assertThat(holder.session().heartbeat().attention()).isGreaterThan(before);
    }

    @BothNamespaces
    default void a_lock_taken_at_once_is_gone_from_the_holdings_and_calls_attention(LockKey key) {
        Running holder = scene().run();
        take(holder.claim(key));
        long before = holder.session().heartbeat().attention();

        stealNow(scene().run().claim(key));

        assertThat(holder.session().holdings().locks()).isEmpty();
        assertThat(holder.session().heartbeat().attention()).isGreaterThan(before);
    }

    @BothNamespaces
    default void an_operators_steal_calls_attention_as_well(LockKey key) {
        Running holder = scene().run();
        take(holder.claim(key));
        long before = holder.session().heartbeat().attention();

        scene().store().lockInspector().steal(key, Steals.REVOKE);
        long told = holder.session().heartbeat().attention();
        assertThat(told).isGreaterThan(before);

        scene().store().lockInspector().steal(key, Steals.NOW);
        assertThat(holder.session().heartbeat().attention()).isGreaterThan(told);
    }
}
