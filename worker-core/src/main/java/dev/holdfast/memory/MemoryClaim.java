package dev.holdfast.memory;

import dev.holdfast.lease.JobId;
import dev.holdfast.lock.Acquisition;
import dev.holdfast.lock.LockClaim;
import dev.holdfast.lock.LockKey;
import dev.holdfast.lock.Owner;
import dev.holdfast.lock.Release;
import dev.holdfast.lock.Steal;
import dev.holdfast.queue.StoreUnavailableException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Predicate;

/** The capability to hold one lock. */
final class MemoryClaim implements LockClaim {
    private final Database database;
    private final LockKey key;
    private final Owner owner;
    private final Stealing stealing;

    MemoryClaim(Database database, LockKey key, Owner owner) {
        this.database = database;
        this.key = key;
        this.owner = owner;
        this.stealing = new Stealing(database);
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
        return ask("claim", database.lines()::aheadOf, row -> false);
    }

    @Override
    public Acquisition steal(Steal request) {
        return ask("steal", (lock, job) -> Optional.empty(), row -> stealing.tryTake(row, request, owner.job()));
    }

    /**
     * @param ahead told of a lock that is free; answers who has a better right to it
     * @param mayTake told of a row somebody else holds; answers whether this claim may take it all the same
     */
    private Acquisition ask(
            String what, BiFunction<LockKey, JobId, Optional<JobId>> ahead, Predicate<LockRow> mayTake) {
        try {
            return database.ask(what + " " + key, () -> acquire(ahead, mayTake));
        } catch (StoreUnavailableException e) {
            return new Acquisition.Unknown(e.getMessage());
        }
    }

    private Acquisition acquire(BiFunction<LockKey, JobId, Optional<JobId>> ahead, Predicate<LockRow> mayTake) {
        if (!database.isCurrent(owner)) {
            return new Acquisition.LeaseLost();
        }
        LockRow row = database.locks().row(key);
        if (!row.isHeldBy(owner.token())) {
            Optional<JobId> next = row.isFree() ? ahead.apply(key, owner.job()) : Optional.empty();
            if (next.isPresent()) {
                return new Acquisition.Busy(row.reservedFor(next.get()));
            }
            if (!row.isFree() && !mayTake.test(row)) {
                return new Acquisition.Busy(row.holder());
            }
            database.lines().served(key, owner.job());
            database.locks().take(row, owner, database.now());
        }
        return new Acquisition.Granted(row.fencingToken(), validity());
    }

    private Duration validity() {
        return database.sessions()
                .find(owner.lease().session())
                .map(session -> session.info.ttl())
                .orElse(Duration.ZERO);
    }

    @Override
    public Release release() {
        try {
            return database.ask("release " + key, this::releaseRow);
        } catch (StoreUnavailableException e) {
            return Release.UNKNOWN;
        }
    }

    private Release releaseRow() {
        return database.locks()
                .find(key)
                .filter(row -> row.isHeldBy(owner.token()))
                .map(row -> {
                    database.locks().free(row);
                    return Release.RELEASED;
                })
                .orElse(Release.NOT_MINE);
    }
}
