package dev.holdfast.lock;

import java.util.regex.Pattern;

/**
 * Names a lock. Keys are canonical: there is one spelling of each, so two callers cannot miss each other by
 * letter case, and none has an empty part, so a missing value never becomes one key shared by everybody.
 *
 * @param namespace what kind of thing is locked, for example {@code pr-actuation}
 * @param name which one, for example {@code owner/repo#7}
 * @param permits how many may hold it at once, if it names permits; 0 for a lock, which one holds
 */
public record LockKey(String namespace, String name, int permits) implements Comparable<LockKey> {
    /** Namespaces that begin so are those of the slots of permits. */
    public static final String PERMITS = "permits:";

    /** Most permits of one name. */
    public static final int MOST_PERMITS = 1000;

    /** Longest namespace or name, in characters. */
    public static final int MAX_LENGTH = 200;

    private static final Pattern ALLOWED = Pattern.compile("[a-z0-9._:/#@-]+");
    private static final String LINE = "#line";
    private static final Pattern SLOT = Pattern.compile("#[0-9]+$");
    private static final Pattern EMPTY_PART = Pattern.compile("^[:/#@]|[:/#@]{2}|[:/#@]$");

    public LockKey {
        check("namespace", namespace);
        check("name", name);
        if (permits < 0 || permits > MOST_PERMITS) {
            throw new IllegalArgumentException("permits must be 1 to " + MOST_PERMITS + ", got " + permits);
        }
    }

    /** A lock. */
    public LockKey(String namespace, String name) {
        this(namespace, name, 0);
    }

    /**
     * Permits: at most n attempts hold one at the same time. Each is a slot, and each slot a lock like any other: with a
     * fence, freed with the settlement of its job, lost and stolen by itself. There is one line for all slots. Two callers
     * that name different numbers share the slots that both may have: each is granted one of its own first n.
     *
     * @param namespace at most 192 characters
     * @param name at most 195 characters
     * @param most how many, 1 to {@value #MOST_PERMITS}
     */
    public static LockKey permits(String namespace, String name, int most) {
        if (most < 1) {
            throw new IllegalArgumentException("permits must be 1 to " + MOST_PERMITS + ", got " + most);
        }
        LockKey key = new LockKey(namespace, name, most);
        key.slot(most);
        key.line();
        return key;
    }

    public boolean isPermits() {
        return permits > 0;
    }

    /** One of the locks that these permits are, numbered from 1. */
    public LockKey slot(int number) {
        return new LockKey(PERMITS + namespace, name + "#" + number);
    }

    /** Names the line in which a job waits for this key; the slots of permits have one. */
    public LockKey line() {
        if (isPermits()) {
            return new LockKey(PERMITS + namespace, name + LINE);
        }
        return namespace.startsWith(PERMITS)
                ? new LockKey(namespace, SLOT.matcher(name).replaceFirst(LINE))
                : this;
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

    /** Namespace, then name: the canonical order in which several locks are taken. Permits of one name are together. */
    @Override
    public int compareTo(LockKey other) {
        int byNamespace = namespace.compareTo(other.namespace);
        int byName = byNamespace != 0 ? byNamespace : name.compareTo(other.name);
        return byName != 0 ? byName : Integer.compare(permits, other.permits);
    }

    /** {@code namespace/name}, as shown to people and accepted by the command line, and how many permits. */
    @Override
    public String toString() {
        return namespace + "/" + name + (isPermits() ? " (" + permits + " permits)" : "");
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
