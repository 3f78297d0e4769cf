package dev.holdfast.memory;

import dev.holdfast.lease.JobId;
import dev.holdfast.lease.OwnerToken;
import dev.holdfast.lock.Steal;
import java.time.Duration;
import java.util.Optional;

/**
 * One claim's steal of one key: which holder it has told, and when. A holder that came later is told anew. Runs inside
 * a transaction, so that the holder it looks at is the one it takes from.
 */
final class Stealing {
    private record Told(OwnerToken holder, Duration at) {}

    private final Database database;
    private Optional<Told> told = Optional.empty();

    Stealing(Database database) {
        this.database = database;
    }

    /** Tells the holder and reserves the lock, or finds that it need not be waited for. @return true if the lock may be taken */
    boolean tryTake(LockRow row, Steal request, JobId thief) {
        if (request.mode() == Steal.Mode.NOW || isOverdue(row)) {
            database.sessions().callAttention(row.owner.lease().session());
            return true;
        }
        revoke(database, row, request.reason());
        database.lines().reserve(row.key, thief);
        if (toldAt(row).isEmpty()) {
            told = Optional.of(new Told(row.owner.token(), database.ticks()));
        }
        return false;
    }

    /** True when the holder's trust in its session, and so in the lock, has ended since it could have been told. */
    private boolean isOverdue(LockRow row) {
        return toldAt(row)
                .filter(at -> database.ticks().minus(at).compareTo(ttl(row)) >= 0)
                .isPresent();
    }

    private Optional<Duration> toldAt(LockRow row) {
        return told.filter(one -> row.isHeldBy(one.holder())).map(Told::at);
    }

    private Duration ttl(LockRow row) {
        return database.sessions()
                .find(row.owner.lease().session())
                .map(session -> session.info.ttl())
                .orElse(Duration.ZERO);
    }

    /** Tells the holder, once, that its lock is wanted. */
    static void revoke(Database database, LockRow row, String reason) {
        if (row.revoked == null) {
            row.revoked = Texts.note(reason);
            database.sessions().callAttention(row.owner.lease().session());
        }
    }
}
