package dev.holdfast.runtime;

import dev.holdfast.lease.FencingToken;
import dev.holdfast.lease.OwnerToken;
import dev.holdfast.lease.Ticker;
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
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Locks with a ttl of their own, on a clock of the test's, beside a queue that knows nothing of them. */
final class TtlLockStore implements LockStore {
    private record Hold(OwnerToken token, Duration until, long fence, boolean wanted) {}

    private final Ticker ticker;
    private final Duration ttl;
    private final Map<LockKey, Hold> holds = new HashMap<>();
    private final List<LockKey> released = new ArrayList<>();
    private long fence;

    TtlLockStore(Ticker ticker, Duration ttl) {
        this.ticker = ticker;
        this.ttl = ttl;
    }

    synchronized boolean isHeld(LockKey key) {
        return live(key).isPresent();
    }

    /** When the hold on a key ends unless it is renewed. */
    synchronized Duration until(LockKey key) {
        return live(key).orElseThrow().until();
    }

    /** Keys in the order in which they were released by their owners. */
    synchronized List<LockKey> released() {
        return List.copyOf(released);
    }

    private Optional<Hold> live(LockKey key) {
        return Optional.ofNullable(holds.get(key)).filter(hold -> hold.until().compareTo(ticker.now()) > 0);
    }

    private Optional<Hold> held(LockClaim claim) {
        return live(claim.key())
                .filter(hold -> hold.token().equals(claim.owner().token()));
    }

    private Acquisition take(LockClaim claim) {
        Hold hold = new Hold(claim.owner().token(), ticker.now().plus(ttl), ++fence, false);
        holds.put(claim.key(), hold);
        return new Acquisition.Granted(new FencingToken(hold.fence()), ttl);
    }

    private synchronized Acquisition acquire(LockClaim claim) {
        Optional<Hold> hold = live(claim.key());
        if (hold.isPresent() && held(claim).isEmpty()) {
            return new Acquisition.Busy(new LockHolder(
                    hold.get().token().toString(), new FencingToken(hold.get().fence())));
        }
        return hold.<Acquisition>map(mine -> new Acquisition.Granted(
                        new FencingToken(mine.fence()), mine.until().minus(ticker.now())))
                .orElseGet(() -> take(claim));
    }

    private synchronized Acquisition steal(LockClaim claim, Steal request) {
        Optional<Hold> hold = live(claim.key());
        if (request.mode() == Steal.Mode.NOW || hold.isEmpty()) {
            return take(claim);
        }
        Hold wanted = hold.get();
        holds.put(claim.key(), new Hold(wanted.token(), wanted.until(), wanted.fence(), true));
        return acquire(claim);
    }

    private synchronized Release release(LockClaim claim) {
        if (held(claim).isEmpty()) {
            return Release.NOT_MINE;
        }
        holds.remove(claim.key());
        released.add(claim.key());
        return Release.RELEASED;
    }

    private synchronized Renewal renew(LockClaim claim) {
        Optional<Hold> mine = held(claim).filter(hold -> !hold.wanted());
        mine.ifPresent(hold ->
                holds.put(claim.key(), new Hold(hold.token(), ticker.now().plus(ttl), hold.fence(), false)));
        return mine.<Renewal>map(hold -> new Renewal.Renewed(ttl))
                .orElseGet(() -> new Renewal.Lost(claim.key() + " is not held under this token, or is wanted"));
    }

    @Override
    public String name() {
        return "ttl";
    }

    @Override
    public LockClaim claim(LockKey key, Owner owner) {
        return new Claim(key, owner);
    }

    @Override
    public Map<LockClaim, Renewal> renewAll(Collection<LockClaim> claims) {
        Map<LockClaim, Renewal> answers = new HashMap<>();
        claims.forEach(claim -> answers.put(claim, renew(claim)));
        return answers;
    }

    @Override
    public synchronized void shorten(Collection<LockClaim> claims, Duration left) {
        Duration end = ticker.now().plus(left);
        claims.forEach(claim -> held(claim)
                .filter(hold -> hold.until().compareTo(end) > 0)
                .ifPresent(hold -> holds.put(claim.key(), new Hold(hold.token(), end, hold.fence(), hold.wanted()))));
    }

    @Override
    public boolean endsWithLease() {
        return false;
    }

    @Override
    public Duration ttl() {
        return ttl;
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
            return acquire(this);
        }

        @Override
        public Release release() {
            return TtlLockStore.this.release(this);
        }

        @Override
        public Acquisition steal(Steal request) {
            return TtlLockStore.this.steal(this, request);
        }
    }
}
