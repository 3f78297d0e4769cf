package dev.holdfast.lock.file;

import dev.holdfast.lease.JobId;
import dev.holdfast.lock.Acquisition;
import dev.holdfast.lock.LockClaim;
import dev.holdfast.lock.LockHolder;
import dev.holdfast.lock.LockKey;
import dev.holdfast.lock.Owner;
import dev.holdfast.lock.Release;
import dev.holdfast.lock.Renewal;
import dev.holdfast.lock.Steal;
import java.io.IOException;
import java.util.Optional;

/** An attempt's claim on a file lock. Bounded by the disk, and by the wait for a dead owner's children. */
record FileClaim(Place place, LockKey key, Owner owner) implements LockClaim {
    @Override
    public Acquisition tryAcquire() {
        return new Taker(place).ask(key, new Taker.Asker(who(), owner.token()));
    }

    private String who() {
        String session = owner.lease().session().toString();
        return owner.job().equals(JobId.NONE) ? session : owner.job() + " of " + session;
    }

    @Override
    public Release release() {
        return hold().map(hold -> hold.release(place)).orElse(Release.NOT_MINE);
    }

    private Optional<Hold> hold() {
        return Guards.find(key, owner.token());
    }

    /** The kernel takes a lock from nobody who lives; neither do we. */
    @Override
    public Acquisition steal(Steal request) {
        Acquisition answer = tryAcquire();
        return answer instanceof Acquisition.Busy busy ? new Acquisition.Busy(refusing(busy.holder())) : answer;
    }

    private static LockHolder refusing(LockHolder holder) {
        return new LockHolder(holder.who() + "; " + FileLockStore.NO_STEAL, holder.fence());
    }

    /** Asks the kernel's own answer once more: is the lock still ours, and the guard still there. */
    Renewal renew() {
        try {
            Optional<Hold> hold = hold();
            boolean held = hold.isPresent() && hold.get().isHeld(place.calls());
            return held
                    ? new Renewal.Renewed(FileLockStore.TTL)
                    : new Renewal.Lost(key + " is not held under this token, or its guard was removed");
        } catch (IOException e) {
            return new Renewal.Unknown(e.toString());
        }
    }
}
