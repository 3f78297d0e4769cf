package dev.holdfast.app.locks;

import dev.holdfast.app.config.Locks;
import dev.holdfast.lock.LockCare;
import dev.holdfast.lock.LockInspector;
import dev.holdfast.lock.LockLeftovers;
import dev.holdfast.lock.LockStore;
import dev.holdfast.lock.LockStoreGuard;
import dev.holdfast.pg.PgStore;
import dev.holdfast.redis.RedisConfig;
import dev.holdfast.redis.RedisLockStore;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The lock store that was chosen, open. Opening does no I/O.
 *
 * @param store where locks are claimed
 * @param care what it needs beside
 * @param inspector for people, if the store has one
 * @param end closes what was opened for it
 */
public record OpenLocks(LockStore store, LockCare care, Optional<LockInspector> inspector, AutoCloseable end) {
    /**
     * Opens the store.
     *
     * @param chosen which
     * @param queue the database of the queue: a Postgres lock store lives there and nowhere else
     * @param plugin the store of the plugin that was chosen, if one was
     * @param deployment names that database, once it is known
     */
    public static OpenLocks open(Locks chosen, PgStore queue, Optional<LockStore> plugin, Supplier<String> deployment) {
        return plugin.map(OpenLocks::ofPlugin)
                .or(() -> chosen.redis().map(config -> ofRedis(config, deployment)))
                .orElseGet(() -> ofPostgres(queue));
    }

    private static OpenLocks ofPostgres(PgStore queue) {
        return new OpenLocks(queue.locks(), LockCare.NONE, Optional.of(queue.lockInspector()), () -> {});
    }

    private static OpenLocks ofRedis(RedisConfig config, Supplier<String> deployment) {
        RedisLockStore redis = RedisLockStore.open(config, deployment);
        LockCare care = new LockCare(redis.guard(), redis.leftovers(), LockCare.LONGEST);
        return new OpenLocks(redis.locks(), care, Optional.of(redis.inspector()), redis);
    }

    /** What else a plugin's store is, it is used as. */
    private static OpenLocks ofPlugin(LockStore store) {
        LockStoreGuard guard = store instanceof LockStoreGuard own ? own : LockStoreGuard.NONE;
        LockLeftovers leftovers = store instanceof LockLeftovers own ? own : LockLeftovers.NONE;
        Optional<LockInspector> inspector = store instanceof LockInspector own ? Optional.of(own) : Optional.empty();
        AutoCloseable end = store instanceof AutoCloseable own ? own : () -> {};
        return new OpenLocks(store, new LockCare(guard, leftovers, LockCare.LONGEST), inspector, end);
    }

    /** What cannot be closed keeps nobody from ending. */
    public void close() {
        try {
            end.close();
        } catch (Exception e) {
            throw new IllegalStateException("lock store " + store.name() + " cannot be closed", e);
        }
    }
}
