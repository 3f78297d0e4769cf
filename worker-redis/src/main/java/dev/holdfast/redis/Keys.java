package dev.holdfast.redis;

import dev.holdfast.lock.LockKey;
import java.util.Optional;

/**
 * What belongs to one lock: who holds it, the greatest fence it was granted under, and whom somebody wants to steal it
 * from. The part in braces is the same for all, which puts them into one hash slot. A lock key has neither braces nor
 * bars, so no two locks share a key.
 *
 * @param lock {@code holdfast:{namespace|name}:lock}
 * @param fence {@code holdfast:{namespace|name}:fence}
 * @param wanted {@code holdfast:{namespace|name}:wanted}
 */
record Keys(String lock, String fence, String wanted) {
    private static final String LOCK = "}:lock";

    static Keys of(String prefix, LockKey key) {
        String stem = prefix + ":{" + key.namespace() + "|" + key.name() + "}";
        return new Keys(stem + ":lock", stem + ":fence", stem + ":wanted");
    }

    /** Matches every held lock. A prefix has no character that means something to a pattern. */
    static String allHeld(String prefix) {
        return prefix + ":{*" + LOCK;
    }

    /** The lock whose holder stands at this key; empty if it is none of ours. */
    static Optional<LockKey> read(String prefix, String key) {
        String start = prefix + ":{";
        int bar = key.indexOf('|');
        if (!key.startsWith(start) || !key.endsWith(LOCK) || bar < 0) {
            return Optional.empty();
        }
        String name = key.substring(bar + 1, key.length() - LOCK.length());
        try {
            return Optional.of(new LockKey(key.substring(start.length(), bar), name));
        } catch (IllegalArgumentException notOurs) {
            return Optional.empty();
        }
    }

    String[] all() {
        return new String[] {lock, fence, wanted};
    }
}
