package dev.holdfast.runtime;

import dev.holdfast.lock.Acquisition;
import dev.holdfast.lock.LockClaim;
import dev.holdfast.lock.LockKey;
import dev.holdfast.lock.LockStore;
import dev.holdfast.lock.Owner;
import dev.holdfast.lock.Release;
import dev.holdfast.lock.Renewal;
import dev.holdfast.lock.Steal;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * Stands where a store was never proven to release by owner. That store is not even known here, so no key of it can be
 * stranded.
 *
 * @param name of the store that is not asked
 */
record UnprobedLocks(String name) implements LockStore {
    @Override
    public LockClaim claim(LockKey key, Owner owner) {
        return new Claim(key, owner, "lock store " + name + " was never probed, so it is not asked");
    }

    @Override
    public Map<LockClaim, Renewal> renewAll(Collection<LockClaim> claims) {
        Map<LockClaim, Renewal> answers = new HashMap<>();
        claims.forEach(claim -> answers.put(claim, new Renewal.Lost("it was never asked for")));
        return answers;
    }

    @Override
    public void shorten(Collection<LockClaim> claims, Duration left) {
        // There is nothing to shorten.
    }

    @Override
    public boolean endsWithLease() {
        return true;
    }

    @Override
    public Duration ttl() {
        return Duration.ofSeconds(1);
    }

    private record Claim(LockKey key, Owner owner, String why) implements LockClaim {
        @Override
        public Acquisition tryAcquire() {
            return new Acquisition.Unguarded(why);
        }

        @Override
        public Release release() {
            return Release.NOT_MINE;
        }

        @Override
        public Acquisition steal(Steal request) {
            return new Acquisition.Unguarded(why);
        }
    }
}
