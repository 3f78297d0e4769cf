package dev.holdfast.memory;

import dev.holdfast.lease.OwnerToken;
import dev.holdfast.lock.Steal;
import java.time.Duration;
import java.util.Optional;

/**
 * One thief's knowledge of one key: whose token it has seen, and when it told that holder. Whatever it takes, it takes
 * from the token it has seen; a holder that came later is looked at anew. Runs inside a transaction.
 */
final class Stealing {
    private record Seen(OwnerToken token, Optional<Duration> toldAt) {}

    private final Database database;
    private Optional<Seen> seen = Optional.empty();

    Stealing(Database database) {
        this.database = database;
    }

    /** Remembers the holder without wanting its lock. @return false */
    boolean note(LockRow row) {
        if (!knows(row)) {
            seen = Optional.of(new Seen(row.owner.token(), Optional.empty()));
        }
        return false;
    }

    private boolean knows(LockRow row) {
        return seen.filter(holder -> row.isHeldBy(holder.token())).isPresent();
    }

    /** Tells the holder, or finds that it need not be waited for any longer. @return true if the lock may be taken */
    boolean tryTake(LockRow row, Steal request) {
        boolean may = request.mode() == Steal.Mode.NOW ? seen.isEmpty() || knows(row) : isOverdue(row);
        if (may) {
            database.sessions().callAttention(row.owner.lease().session());
        } else if (request.mode() == Steal.Mode.REVOKE) {
            revoke(row, request.reason());
        } else {
            note(row);
        }
        return may;
    }

    /** True when the holder's trust in its session, and so in the lock, has ended since it could have been told. */
    private boolean isOverdue(LockRow row) {
        return knows(row)
                && seen.flatMap(Seen::toldAt)
                        .filter(toldAt -> database.ticks().minus(toldAt).compareTo(ttl(row)) >= 0)
                        .isPresent();
    }

    private Duration ttl(LockRow row) {
        return database.sessions()
                .find(row.owner.lease().session())
                .map(session -> session.info.ttl())
                .orElse(Duration.ZERO);
    }

    private void revoke(LockRow row, String reason) {
        if (!knows(row) || seen.flatMap(Seen::toldAt).isEmpty()) {
            seen = Optional.of(new Seen(row.owner.token(), Optional.of(database.ticks())));
        }
        if (row.revoked == null) {
            row.revoked = Texts.note(reason);
            database.sessions().callAttention(row.owner.lease().session());
        }
    }
}
