package dev.holdfast.lock;

import java.util.regex.Pattern;

/**
 * Names a lock. Keys are canonical: there is one spelling of each, so two callers cannot miss each other by
 * letter case, and none has an empty part, so a missing value never becomes one key shared by everybody.
 *
 * @param namespace what kind of thing is locked, for example {@code pr-actuation}
 * @param name which one, for example {@code owner/repo#7}
 */
public record LockKey(String namespace, String name) implements Comparable<LockKey> {
    /** Longest namespace or name, in characters. */
    public static final int MAX_LENGTH = 200;

    private static final Pattern ALLOWED = Pattern.compile("[a-z0-9._:/#@-]+");
    private static final Pattern EMPTY_PART = Pattern.compile("^[:/#@]|[:/#@]{2}|[:/#@]$");

    public LockKey {
        check("namespace", namespace);
        check("name", name);
    }

    private static void check(String what, String text) {
        if (text == null || !ALLOWED.matcher(text).matches() || text.length() > MAX_LENGTH) {
            throw new IllegalArgumentException("lock " + what + " " + quoted(text) + " must be 1 to " + MAX_LENGTH
                    + " characters of a-z 0-9 . _ : / # @ -");
        }
        if (EMPTY_PART.matcher(text).find()) {
            throw new IllegalArgumentException("lock " + what + " " + quoted(text)
                    + " has an empty part: something stands on each side of every : / # @");
        }
    }

    private static String quoted(String text) {
        return text == null ? "null" : '"' + (text.length() > 80 ? text.substring(0, 80) + "…" : text) + '"';
    }

    /** Namespace, then name: the canonical order in which several locks are taken. */
    @Override
    public int compareTo(LockKey other) {
        int byNamespace = namespace.compareTo(other.namespace);
        return byNamespace != 0 ? byNamespace : name.compareTo(other.name);
    }

    /** {@code namespace/name}, as shown to people and accepted by the command line. */
    @Override
    public String toString() {
        return namespace + "/" + name;
    }

    /** Reads what {@link #toString} prints: the part before the first {@code /} is the namespace. */
    public static LockKey parse(String text) {
        int slash = text.indexOf('/');
        if (slash < 0) {
            throw new IllegalArgumentException("a lock key reads namespace/name, got " + quoted(text));
        }
        return new LockKey(text.substring(0, slash), text.substring(slash + 1));
    }
}
