package dev.holdfast.lock;

import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.function.UnaryOperator;

/** A lock store that works but for what a test breaks. */
class BrokenLocks implements LockStore {
    private final LockStore working;
    private final UnaryOperator<LockClaim> breaking;

    BrokenLocks(LockStore working, UnaryOperator<LockClaim> breaking) {
        this.working = working;
        this.breaking = breaking;
    }

    @Override
    public String name() {
        return "broken";
    }

    @Override
    public LockClaim claim(LockKey key, Owner owner) {
        return breaking.apply(working.claim(key, owner));
    }

    @Override
    public Map<LockClaim, Renewal> renewAll(Collection<LockClaim> claims) {
        return working.renewAll(claims);
    }

    @Override
    public void shorten(Collection<LockClaim> claims, Duration left) {
        working.shorten(claims, left);
    }

    @Override
    public boolean endsWithLease() {
        return working.endsWithLease();
    }

    @Override
    public Duration ttl() {
        return working.ttl();
    }

    /** A claim that works but for what a subclass breaks. */
    static class Claim implements LockClaim {
        private final LockClaim working;

        Claim(LockClaim working) {
            this.working = working;
        }

        @Override
        public LockKey key() {
            return working.key();
        }

        @Override
        public Owner owner() {
            return working.owner();
        }

        @Override
        public Acquisition tryAcquire() {
            return working.tryAcquire();
        }

        @Override
        public Release release() {
            return working.release();
        }

        @Override
        public Acquisition steal(Steal request) {
            return working.steal(request);
        }
    }
}
