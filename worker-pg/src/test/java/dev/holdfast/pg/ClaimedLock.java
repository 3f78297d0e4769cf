package dev.holdfast.pg;

import dev.holdfast.lease.FencingToken;
import dev.holdfast.lock.Acquisition;
import dev.holdfast.lock.HeldLock;
import dev.holdfast.lock.LockClaim;
import dev.holdfast.lock.LockKey;
import java.time.Duration;
import java.util.Optional;

/** A granted claim as its holder sees it, who believes in it whatever happens. */
final class ClaimedLock implements HeldLock {
    private final LockKey key;
    private final Optional<FencingToken> fence;
    private final Runnable release;
    volatile String refusal;

    private ClaimedLock(LockKey key, Optional<FencingToken> fence, Runnable release) {
        this.key = key;
        this.fence = fence;
        this.release = release;
    }

    static ClaimedLock of(LockClaim claim, Acquisition answer) {
        FencingToken fence = ((Acquisition.Granted) answer).fence();
        return new ClaimedLock(claim.key(), Optional.of(fence), claim::release);
    }

    /** A grant of a store that this database knows nothing of. */
    static ClaimedLock elsewhere(LockKey key, long fence) {
        return new ClaimedLock(key, Optional.of(new FencingToken(fence)), () -> {});
    }

    static ClaimedLock unguarded(LockKey key) {
        return new ClaimedLock(key, Optional.empty(), () -> {});
    }

    @Override
    public LockKey key() {
        return key;
    }

    @Override
    public Optional<FencingToken> fence() {
        return fence;
    }

    @Override
    public boolean isHeld() {
        return true;
    }

    @Override
    public Duration remaining() {
        return Duration.ofMinutes(1);
    }

    @Override
    public void ensureHeld() {}

    @Override
    public void onLost(Runnable action) {}

    @Override
    public void refused(String what) {
        refusal = what;
    }

    @Override
    public void close() {
        release.run();
    }
}
