package dev.holdfast.pg;

import dev.holdfast.lease.Ticker;
import dev.holdfast.lock.LockClaim;
import dev.holdfast.lock.LockKey;
import dev.holdfast.lock.LockStore;
import dev.holdfast.lock.Owner;
import dev.holdfast.lock.Renewal;
import dev.holdfast.queue.StoreUnavailableException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** Locks as rows beside the jobs they serve: they end with the lease, and have no ttl of their own. */
final class PgLockStore implements LockStore {
    private static final String HELD = "select token from holdfast.locks where token = any (?)";

    private final Db db;
    private final LockRows rows;
    private final Duration ttl;
    private final Ticker ticker;

    PgLockStore(Db db, LockRows rows, Duration ttl, Ticker ticker) {
        this.db = db;
        this.rows = rows;
        this.ttl = ttl;
        this.ticker = ticker;
    }

    @Override
    public String name() {
        return "postgres";
    }

    @Override
    public LockClaim claim(LockKey key, Owner owner) {
        return new PgLockClaim(key, owner, rows, ttl, new StealWatch(ticker));
    }

    @Override
    public Map<LockClaim, Renewal> renewAll(Collection<LockClaim> claims) {
        Map<LockClaim, Renewal> answers = new LinkedHashMap<>();
        try {
            Set<UUID> held = claims.isEmpty() ? Set.of() : held(claims);
            claims.forEach(claim -> answers.put(claim, answer(held, claim)));
        } catch (StoreUnavailableException e) {
            claims.forEach(claim -> answers.put(claim, new Renewal.Unknown(e.getMessage())));
        }
        return answers;
    }

    private Renewal answer(Set<UUID> held, LockClaim claim) {
        return held.contains(token(claim))
                ? new Renewal.Renewed(ttl)
                : new Renewal.Lost("the lock is not held under this token");
    }

    private Set<UUID> held(Collection<LockClaim> claims) {
        List<UUID> tokens = claims.stream().map(PgLockStore::token).toList();
        return db.run("renew locks", connection -> held(connection, tokens));
    }

    private static Set<UUID> held(Connection connection, List<UUID> tokens) throws SQLException {
        try (Statement statement = new Statement(connection, HELD)) {
            ResultSet rows = statement.uuids(tokens).query();
            Set<UUID> held = new HashSet<>();
            while (rows.next()) {
                held.add(rows.getObject(1, UUID.class));
            }
            return held;
        }
    }

    private static UUID token(LockClaim claim) {
        return claim.owner().token().value();
    }

    /** The session's own will says it: these locks end with the session. */
    @Override
    public void shorten(Collection<LockClaim> claims, Duration left) {}

    @Override
    public boolean endsWithLease() {
        return true;
    }

    @Override
    public Duration ttl() {
        return ttl;
    }
}
