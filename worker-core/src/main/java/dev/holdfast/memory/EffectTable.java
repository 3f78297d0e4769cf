package dev.holdfast.memory;

import dev.holdfast.lease.FencingToken;
import dev.holdfast.lease.OwnerToken;
import dev.holdfast.lock.LockKey;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Recorded effects, and the greatest fence recorded under each key. */
final class EffectTable {
    record Name(LockKey key, String name) {}

    /**
     * An effect that was begun.
     *
     * @param intent of the first that began it
     * @param last the claim under which it was begun last
     * @param result its result, if it was finished
     */
    record Recorded(String intent, OwnerToken last, Optional<String> result) {}

    private final Map<Name, Recorded> recorded = new HashMap<>();
    private final Map<LockKey, FencingToken> highest = new HashMap<>();

    Optional<Recorded> find(Name name) {
        return Optional.ofNullable(recorded.get(name));
    }

    void put(Name name, Recorded effect) {
        recorded.put(name, effect);
    }

    /** The fence recorded under the key that is greater than this one, if there is one. */
    Optional<FencingToken> greaterThan(LockKey key, FencingToken fence) {
        return Optional.ofNullable(highest.get(key)).filter(known -> known.compareTo(fence) > 0);
    }

    void raise(LockKey key, FencingToken fence) {
        highest.merge(key, fence, (known, given) -> known.compareTo(given) > 0 ? known : given);
    }
}
