package dev.holdfast.runtime;

import dev.holdfast.lock.Acquisition;
import dev.holdfast.lock.LockClaim;
import dev.holdfast.lock.LockKey;
import dev.holdfast.lock.LockStore;
import dev.holdfast.lock.Owner;
import dev.holdfast.lock.Release;
import dev.holdfast.lock.Renewal;
import dev.holdfast.lock.Steal;
import dev.holdfast.queue.StoreUnavailableException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Locks at the other end of a wire. What does not arrive is answered as a value, as every lock store does. */
record WiredLocks(LockStore real, Wire wire) implements LockStore {
    @Override
    public String name() {
        return real.name();
    }

    @Override
    public LockClaim claim(LockKey key, Owner owner) {
        return new WiredClaim(real.claim(key, owner), wire);
    }

    @Override
    public Map<LockClaim, Renewal> renewAll(Collection<LockClaim> claims) {
        Map<LockClaim, Renewal> answers = new HashMap<>();
        try {
            return wire.ask("renew", () -> {
                claims.forEach(claim -> answers.put(claim, renew(((WiredClaim) claim).real())));
                return answers;
            });
        } catch (StoreUnavailableException e) {
            claims.forEach(claim -> answers.put(claim, new Renewal.Unknown(e.getMessage())));
            return answers;
        }
    }

    private Renewal renew(LockClaim claim) {
        return real.renewAll(List.of(claim)).get(claim);
    }

    @Override
    public void shorten(Collection<LockClaim> claims, Duration left) {
        wire.ask("shorten", () -> {
            real.shorten(
                    claims.stream().map(claim -> ((WiredClaim) claim).real()).toList(), left);
            return null;
        });
    }

    @Override
    public boolean endsWithLease() {
        return real.endsWithLease();
    }

    @Override
    public Duration ttl() {
        return real.ttl();
    }

    private record WiredClaim(LockClaim real, Wire wire) implements LockClaim {
        @Override
        public LockKey key() {
            return real.key();
        }

        @Override
        public Owner owner() {
            return real.owner();
        }

        @Override
        public Acquisition tryAcquire() {
            try {
                return wire.ask("claim", real::tryAcquire);
            } catch (StoreUnavailableException e) {
                return new Acquisition.Unknown(e.getMessage());
            }
        }

        @Override
        public Release release() {
            try {
                return wire.ask("release", real::release);
            } catch (StoreUnavailableException e) {
                return Release.UNKNOWN;
            }
        }

        @Override
        public Acquisition steal(Steal request) {
            try {
                return wire.ask("steal", () -> real.steal(request));
            } catch (StoreUnavailableException e) {
                return new Acquisition.Unknown(e.getMessage());
            }
        }
    }
}
