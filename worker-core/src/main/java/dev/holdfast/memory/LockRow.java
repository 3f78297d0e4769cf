package dev.holdfast.memory;

import dev.holdfast.lease.FencingToken;
import dev.holdfast.lease.JobId;
import dev.holdfast.lease.OwnerToken;
import dev.holdfast.lock.LockHolder;
import dev.holdfast.lock.LockInspector;
import dev.holdfast.lock.LockKey;
import dev.holdfast.lock.Owner;
import dev.holdfast.queue.Holdings;
import java.time.Instant;
import java.util.Optional;

/** A lock's row. It stays when the lock is free, and remembers the fence. */
final class LockRow {
    final LockKey key;
    /** Null while it is free. */
    Owner owner;
    /** Fence of the last grant; 0 before the first. */
    long fence;

    Instant since;
    /** Why somebody wants it; null if nobody told its holder. */
    String revoked;

    LockRow(LockKey key) {
        this.key = key;
    }

    boolean isFree() {
        return owner == null;
    }

    boolean isHeldBy(OwnerToken token) {
        return owner != null && owner.token().equals(token);
    }

    FencingToken fencingToken() {
        return new FencingToken(fence);
    }

    LockHolder holder() {
        String session = owner.lease().session().toString();
        boolean isSession = owner.job().equals(JobId.NONE);
        return new LockHolder(isSession ? session : owner.job() + " of " + session, fencingToken());
    }

    /** It is free, and it is somebody's turn. */
    LockHolder reservedFor(JobId next) {
        String who = next.equals(JobId.NONE) ? "a session" : next.toString();
        return new LockHolder(who + ", whose turn it is", new FencingToken(Math.max(fence, 1)));
    }

    LockInspector.Shown shown() {
        return new LockInspector.Shown(key, holder(), since, Optional.ofNullable(revoked));
    }

    Holdings.HeldRow heldRow() {
        return new Holdings.HeldRow(owner.token(), Optional.ofNullable(revoked));
    }
}
