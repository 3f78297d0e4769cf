package dev.holdfast.github;

import dev.holdfast.lock.LockKey;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** What attempts share: who holds which lock, what was begun, what was recorded. For one thread. */
public final class Records {
    final Map<String, String> results = new HashMap<>();
    final Set<String> begun = new HashSet<>();
    final Map<LockKey, TestAttempt> holders = new HashMap<>();
    long lastFence;
    long lastJob;

    /** The recorded result of an effect, or null. */
    public String result(String key, String name) {
        return results.get(key + " " + name);
    }
}
