package dev.holdfast.memory;

import dev.holdfast.lock.LockClaim;
import dev.holdfast.lock.LockKey;
import dev.holdfast.lock.LockStore;
import dev.holdfast.lock.Owner;
import dev.holdfast.lock.Renewal;
import dev.holdfast.queue.StoreUnavailableException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/** Locks as rows beside the jobs: they live as long as their owner's lease and have no ttl but the session's. */
final class MemoryLocks implements LockStore {
    private static final Duration TTL_WITHOUT_SESSIONS = Duration.ofSeconds(30);

    private final Database database;

    MemoryLocks(Database database) {
        this.database = database;
    }

    @Override
    public String name() {
        return "memory";
    }

    @Override
    public LockClaim claim(LockKey key, Owner owner) {
        return new MemoryClaim(database, key, owner);
    }

    @Override
    public Map<LockClaim, Renewal> renewAll(Collection<LockClaim> claims) {
        try {
            return database.ask("renew", () -> answers(claims, this::renew));
        } catch (StoreUnavailableException e) {
            return answers(claims, claim -> new Renewal.Unknown(e.getMessage()));
        }
    }

    private static Map<LockClaim, Renewal> answers(Collection<LockClaim> claims, Function<LockClaim, Renewal> answer) {
        Map<LockClaim, Renewal> answers = new HashMap<>();
        claims.forEach(claim -> answers.put(claim, answer.apply(claim)));
        return answers;
    }

    private Renewal renew(LockClaim claim) {
        Owner owner = claim.owner();
        return database.locks()
                .find(claim.key())
                .filter(row -> row.isHeldBy(owner.token()))
                .flatMap(row -> database.sessions().find(owner.lease().session()))
                .<Renewal>map(session -> new Renewal.Renewed(session.info.ttl()))
                .orElseGet(() -> new Renewal.Lost(claim.key() + " is not held under this token"));
    }

    /** The session's own will says it: these locks end with the session. */
    @Override
    public void shorten(Collection<LockClaim> claims, Duration left) {}

    @Override
    public boolean endsWithLease() {
        return true;
    }

    /** The longest ttl of the live sessions, on which the locks ride. */
    @Override
    public Duration ttl() {
        synchronized (database) {
            return database.sessions().longestTtl().orElse(TTL_WITHOUT_SESSIONS);
        }
    }
}
