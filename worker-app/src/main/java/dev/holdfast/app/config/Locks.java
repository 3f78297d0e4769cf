package dev.holdfast.app.config;

import dev.holdfast.redis.RedisConfig;
import dev.holdfast.runtime.WorkerConfig;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Where locks are kept.
 *
 * @param store {@link #POSTGRES}, {@link #REDIS}, or the name of a plugin
 * @param redis how Redis is reached, if locks are kept there
 */
public record Locks(String store, Optional<RedisConfig> redis) {
    public static final String POSTGRES = "postgres";
    public static final String REDIS = "redis";

    private static final List<Key> OF_REDIS =
            List.of(Key.REDIS_URL, Key.REDIS_PASSWORD, Key.REDIS_PREFIX, Key.REDIS_LOCK_TTL, Key.REDIS_TIMEOUT);

    /** What commands need, which hold no lock. */
    static Locks read(Reader reader) {
        String store = reader.required(Key.LOCKS);
        if (store.equals(REDIS)) {
            return new Locks(store, Optional.of(redis(reader)));
        }
        reader.firstWritten(OF_REDIS).ifPresent(key -> {
            throw new ConfigurationException(key + " is set, but locks are kept in " + store + ": set "
                    + Key.LOCKS.environmentName() + " to redis, or unset " + key);
        });
        return new Locks(store, Optional.empty());
    }

    /** What a worker needs: its heartbeat renews the locks, and its margin is taken off their ttl. */
    static Locks read(Reader reader, WorkerConfig.Term term) {
        Locks locks = read(reader);
        locks.redis.ifPresent(redis -> check(redis.times().ttl(), term));
        return locks;
    }

    private static void check(Duration ttl, WorkerConfig.Term term) {
        Duration third = ttl.dividedBy(3);
        if (term.heartbeat().compareTo(third) > 0 || term.margin().compareTo(third) >= 0) {
            throw new ConfigurationException("HEARTBEAT " + Durations.shown(term.heartbeat())
                    + " must be at most, and MARGIN " + Durations.shown(term.margin())
                    + " less than, a third of REDIS_LOCK_TTL " + Durations.shown(ttl));
        }
    }

    private static RedisConfig redis(Reader reader) {
        RedisConfig config = reader.parsed(Key.REDIS_URL, text -> RedisConfig.of(reader.required(Key.REDIS_URL)));
        return reader.parsed(Key.REDIS_PREFIX, config::withPrefix)
                .withPassword(reader.text(Key.REDIS_PASSWORD).orElse(""))
                .with(times(reader));
    }

    private static RedisConfig.Times times(Reader reader) {
        RedisConfig.Times times =
                reader.parsed(Key.REDIS_LOCK_TTL, text -> RedisConfig.Times.ofTtl(Durations.parse(text)));
        return reader.text(Key.REDIS_TIMEOUT).isEmpty()
                ? times
                : reader.parsed(Key.REDIS_TIMEOUT, text -> times.withTimeout(Durations.parse(text)));
    }
}
