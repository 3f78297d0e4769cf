package dev.holdfast.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.lease.FencingToken;
import dev.holdfast.lease.JobId;
import dev.holdfast.lease.LeaseToken;
import dev.holdfast.lease.SessionId;
import dev.holdfast.lock.Acquisition;
import dev.holdfast.lock.LockClaim;
import dev.holdfast.lock.LockKey;
import dev.holdfast.lock.LockStore;
import dev.holdfast.lock.Owner;
import dev.holdfast.lock.Renewal;
import dev.holdfast.lock.Steal;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Keys, owners and answers as the tests of this module speak of them. */
final class Some {
    static final Steal REVOKE = new Steal("forced re-run", Steal.Mode.REVOKE);
    static final Steal NOW = new Steal("it hangs", Steal.Mode.NOW);

    private static final AtomicInteger COUNT = new AtomicInteger();

    private Some() {}

    /** One that no other test uses. */
    static LockKey key() {
        return new LockKey("pr-actuation", "owner/repo#" + COUNT.incrementAndGet());
    }

    static Owner owner() {
        return Owner.of(new LeaseToken(new SessionId(3), 7), new JobId(12));
    }

    static LockClaim claim(LockStore store, LockKey key) {
        return store.claim(key, owner());
    }

    static FencingToken granted(Acquisition answer) {
        assertThat(answer).isInstanceOf(Acquisition.Granted.class);
        return ((Acquisition.Granted) answer).fence();
    }

    static FencingToken take(LockClaim claim) {
        return granted(claim.tryAcquire());
    }

    static Renewal renew(LockStore store, LockClaim claim) {
        return store.renewAll(List.of(claim)).get(claim);
    }

    static String lockKey(LockKey key) {
        return Keys.of("holdfast", key).lock();
    }
}
