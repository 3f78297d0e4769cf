package dev.holdfast.lock;

import dev.holdfast.lease.FencingToken;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** SPI: the read model of locks for people, and an operator's steal. Thread-safe; blocks on the store. */
public interface LockInspector {
    /**
     * Held locks, in key order.
     *
     * @param limit most rows
     */
    List<Shown> list(int limit);

    /** The holder of one key; empty if nobody holds it. */
    default Optional<Shown> find(LockKey key) {
        return list(Integer.MAX_VALUE).stream()
                .filter(lock -> lock.key().equals(key))
                .findFirst();
    }

    /**
     * How long the store honours the present hold of a key without hearing of it again. Where locks ride on their
     * worker's session, that is the session's ttl, counted from its last beat.
     *
     * @return empty if nobody holds it, or the store cannot tell
     */
    default Optional<Duration> honouredFor(LockKey key) {
        return Optional.empty();
    }

    /**
     * Takes a lock from its holder on behalf of an operator: nobody holds it afterwards.
     *
     * @return what happened; empty if nobody holds it
     */
    Optional<Stolen> steal(LockKey key, Steal request);

    /**
     * A held lock.
     *
     * @param key which
     * @param holder who
     * @param since by the database's clock
     * @param revoked why somebody wants to steal it, if so
     */
    record Shown(LockKey key, LockHolder holder, Instant since, Optional<String> revoked) {}

    /**
     * What a steal did.
     *
     * @param victim who held it
     * @param freed true if the lock is free now; false if the victim was told and frees it when it stops
     * @param fence greatest fence of the key now
     */
    record Stolen(LockHolder victim, boolean freed, FencingToken fence) {}
}
