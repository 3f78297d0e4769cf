package dev.holdfast.app.cases.handlers;

import dev.holdfast.lease.FencingToken;
import dev.holdfast.lock.Acquisition;
import dev.holdfast.lock.LockClaim;
import dev.holdfast.lock.LockHolder;
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
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** Keeps who holds a key, and frees it for whoever asks: what a release by name is. */
final class ForgetfulLocks implements LockStore {
    private static final Duration TTL = Duration.ofSeconds(2);

    private record Hold(Owner owner, FencingToken fence) {}

    private final Map<LockKey, Hold> holds = new ConcurrentHashMap<>();
    private final AtomicLong fence = new AtomicLong();

    @Override
    public String name() {
        return "forgetful";
    }

    @Override
    public LockClaim claim(LockKey key, Owner owner) {
        return new Claim(key, owner);
    }

    @Override
    public Map<LockClaim, Renewal> renewAll(Collection<LockClaim> claims) {
        Map<LockClaim, Renewal> answers = new HashMap<>();
        claims.forEach(claim -> answers.put(
                claim,
                isHeldBy(claim.key(), claim.owner()) ? new Renewal.Renewed(TTL) : new Renewal.Lost("not its own")));
        return answers;
    }

    private boolean isHeldBy(LockKey key, Owner owner) {
        Hold hold = holds.get(key);
        return hold != null && hold.owner().equals(owner);
    }

    @Override
    public void shorten(Collection<LockClaim> claims, Duration left) {
        // Nothing here ends by itself.
    }

    @Override
    public boolean endsWithLease() {
        return false;
    }

    @Override
    public Duration ttl() {
        return TTL;
    }

    private final class Claim implements LockClaim {
        private final LockKey key;
        private final Owner owner;

        Claim(LockKey key, Owner owner) {
            this.key = key;
            this.owner = owner;
        }

        @Override
        public LockKey key() {
            return key;
        }

        @Override
        public Owner owner() {
            return owner;
        }

        @Override
        public Acquisition tryAcquire() {
            Hold mine = new Hold(owner, new FencingToken(fence.incrementAndGet()));
            Hold before = holds.putIfAbsent(key, mine);
            if (before != null && !before.owner().equals(owner)) {
                return new Acquisition.Busy(new LockHolder("somebody", before.fence()));
            }
            return new Acquisition.Granted(before == null ? mine.fence() : before.fence(), TTL);
        }

        @Override
        public Release release() {
            return holds.remove(key) == null ? Release.NOT_MINE : Release.RELEASED;
        }

        @Override
        public Acquisition steal(Steal request) {
            return tryAcquire();
        }
    }
}
