package dev.holdfast.plugin;

import dev.holdfast.lock.LockKey;
import dev.holdfast.lock.LockPolicy;
import dev.holdfast.lock.LockRequest;
import java.util.function.Function;

/**
 * How many attempts of a kind may run at once: permits, declared like locks.
 *
 * @param most how many
 * @param key of a payload; null if all of the kind count together
 */
record Limit<T>(int most, Function<T, String> key) {
    private static final String NAMESPACE = "kind";

    Limit {
        LockKey.permits(NAMESPACE, NAMESPACE, most);
    }

    static <T> Limit<T> ofKind(int most) {
        return new Limit<>(most, null);
    }

    static <T> Limit<T> byKey(int most, Function<T, String> key) {
        return new Limit<>(most, key);
    }

    boolean isOfKind() {
        return key == null;
    }

    void check(String kind) {
        permits(kind, NAMESPACE);
    }

    LockRequest request(String kind, T payload) {
        return new LockRequest(permits(kind, isOfKind() ? "" : key.apply(payload)), LockPolicy.DEFER);
    }

    /** Two namespaces, so that no key is taken for a kind. */
    private LockKey permits(String kind, String name) {
        return isOfKind()
                ? LockKey.permits(NAMESPACE, kind, most)
                : LockKey.permits(NAMESPACE + ":" + kind, name, most);
    }
}
