package dev.holdfast.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.lease.FencingToken;
import dev.holdfast.lock.Acquisition;
import dev.holdfast.lock.LockClaim;
import dev.holdfast.lock.LockInspector;
import dev.holdfast.lock.LockKey;
import dev.holdfast.lock.LockStore;
import dev.holdfast.lock.Renewal;
import dev.holdfast.lock.Steal;
import dev.holdfast.queue.Holdings;
import java.util.List;
import java.util.Optional;

/** Words in which the lock cases speak. */
interface LockScene extends OnScene {
    default LockStore locks() {
        return scene().store().locks();
    }

    /** Asks, and expects to get it. */
    default FencingToken take(LockClaim claim) {
        return granted(claim.tryAcquire());
    }

    default FencingToken stealNow(LockClaim claim) {
        return granted(claim.steal(Steals.NOW));
    }

    default FencingToken granted(Acquisition answer) {
        assertThat(answer).isInstanceOf(Acquisition.Granted.class);
        return ((Acquisition.Granted) answer).fence();
    }

    /** Asks, and expects to be refused because of a holder. */
    default void assertRefused(LockClaim claim, FencingToken holders) {
        assertBusy(claim.tryAcquire(), holders);
    }

    default void assertRefused(LockClaim claim, Steal request, FencingToken holders) {
        assertBusy(claim.steal(request), holders);
    }

    default void assertBusy(Acquisition answer, FencingToken holders) {
        assertThat(answer).isInstanceOf(Acquisition.Busy.class);
        assertThat(((Acquisition.Busy) answer).holder().fence()).isEqualTo(holders);
    }

    default Optional<LockInspector.Shown> shown(LockKey key) {
        return scene().store().lockInspector().list(1000).stream()
                .filter(row -> row.key().equals(key))
                .findFirst();
    }

    default void assertHeld(LockKey key, FencingToken fence) {
        assertThat(shown(key)).as("holder of %s", key).isPresent();
        assertThat(shown(key).orElseThrow().holder().fence()).isEqualTo(fence);
    }

    default void assertFree(LockKey key) {
        assertThat(shown(key)).as("holder of %s", key).isEmpty();
    }

    /** The holder learns it where its store tells it: in the holdings of its session, or from a renewal. */
    default void assertToldItLost(Running running, LockClaim claim) {
        if (locks().endsWithLease()) {
            assertThat(running.session().holdings().locks())
                    .extracting(Holdings.HeldRow::token)
                    .doesNotContain(claim.owner().token());
        } else {
            assertThat(renew(claim)).isInstanceOf(Renewal.Lost.class);
        }
    }

    default Renewal renew(LockClaim claim) {
        return locks().renewAll(List.of(claim)).get(claim);
    }
}
