package dev.holdfast.pg;

import dev.holdfast.lease.FencingToken;
import dev.holdfast.lock.Acquisition;
import dev.holdfast.lock.LockClaim;
import dev.holdfast.lock.LockKey;
import dev.holdfast.lock.Owner;
import dev.holdfast.lock.Release;
import dev.holdfast.lock.Steal;
import dev.holdfast.queue.StoreUnavailableException;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

/** One claim of one lock. */
final class PgLockClaim implements LockClaim {
    /** The holder's session is looked up before its row is locked; how often it may turn out to be another. */
    private static final int MOST_MOVES = 10;

    private final LockKey key;
    private final Owner owner;
    private final LockRows rows;
    private final Duration ttl;
    private final StealWatch watch;

    PgLockClaim(LockKey key, Owner owner, LockRows rows, Duration ttl, StealWatch watch) {
        this.key = key;
        this.owner = owner;
        this.rows = rows;
        this.ttl = ttl;
        this.watch = watch;
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
        return orUnknown(() -> {
            LockRows.Answer answer = rows.claim(key, owner);
            if (answer.isBusy() && answer.holderToken() != null) {
                watch.saw(answer.holderToken());
            }
            return meaning(answer);
        });
    }

    @Override
    public Release release() {
        try {
            return rows.release(key, owner.token().value()) ? Release.RELEASED : Release.NOT_MINE;
        } catch (StoreUnavailableException e) {
            return Release.UNKNOWN;
        }
    }

    @Override
    public Acquisition steal(Steal request) {
        return orUnknown(() -> {
            for (int moves = 0; moves < MOST_MOVES; moves++) {
                LockRows.Answer answer = rows.steal(key, owner, step(request));
                if (!answer.result().equals("MOVED")) {
                    return remembered(answer, request.mode());
                }
            }
            return new Acquisition.Unknown("the lock changed hands " + MOST_MOVES + " times while it was stolen");
        });
    }

    private LockRows.Step step(Steal request) {
        if (request.mode() == Steal.Mode.NOW) {
            Optional<UUID> seen = watch.holder().or(() -> rows.holder(key));
            return new LockRows.Step("OVERLAP", seen.orElse(null), request.reason());
        }
        Optional<UUID> overdue = watch.overdue();
        return new LockRows.Step(overdue.isPresent() ? "TAKE" : "REVOKE", overdue.orElse(null), request.reason());
    }

    private Acquisition remembered(LockRows.Answer answer, Steal.Mode mode) {
        if (answer.isBusy() && mode == Steal.Mode.REVOKE) {
            watch.told(answer.holderToken(), answer.holderTtl());
        } else if (answer.isBusy()) {
            watch.saw(answer.holderToken());
        }
        return meaning(answer);
    }

    /** A grant has no validity of its own: it is honoured as long as the session is, and that is told by heartbeats. */
    private Acquisition meaning(LockRows.Answer answer) {
        return switch (answer.result()) {
            case "GRANTED" -> new Acquisition.Granted(new FencingToken(answer.fence()), ttl);
            case "BUSY" -> new Acquisition.Busy(answer.lockHolder());
            case "LEASE_LOST" -> new Acquisition.LeaseLost();
            default -> throw new IllegalStateException("unexpected answer " + answer);
        };
    }

    private static Acquisition orUnknown(Supplier<Acquisition> ask) {
        try {
            return ask.get();
        } catch (StoreUnavailableException e) {
            return new Acquisition.Unknown(e.getMessage());
        }
    }
}
