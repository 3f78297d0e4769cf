package dev.holdfast.redis;

import dev.holdfast.lock.LockStoreGuard;
import java.util.Optional;

/**
 * Watches that Redis evicts nothing and is the master. Every policy but {@code noeviction} may drop a lock that is held:
 * the volatile ones choose among the keys that have a ttl, which is every lock, and they choose over all databases of
 * the server. Asks {@code INFO} only, so {@code CONFIG} may be forbidden.
 */
final class RedisGuard implements LockStoreGuard {
    private final Info info;

    RedisGuard(Info info) {
        this.info = info;
    }

    @Override
    public Optional<String> danger() {
        return eviction(info.read("memory")).or(() -> role(info.read("replication")));
    }

    private static Optional<String> eviction(Info.Section memory) {
        String policy = memory.value("maxmemory_policy");
        return policy.equals("noeviction")
                ? Optional.empty()
                : Optional.of("Redis may evict a lock that is held: its maxmemory-policy is " + policy
                        + "; set maxmemory-policy noeviction");
    }

    private static Optional<String> role(Info.Section replication) {
        String role = replication.value("role");
        return role.equals("master")
                ? Optional.empty()
                : Optional.of(
                        "Redis takes no locks: its role is " + role + ", not master; name the master in the Redis url");
    }
}
