package dev.holdfast.app.cases.handlers;

/**
 * What a handler of the cases is told.
 *
 * @param key lock to take, namespace/name; empty for none
 * @param proceed true to run without the lock where its store does not answer
 * @param firstMs how long the first attempt takes
 * @param laterMs how long every other attempt takes
 */
public record Todo(String key, boolean proceed, long firstMs, long laterMs) {
    /** Takes so long, whichever attempt it is. */
    public static Todo lasting(long ms) {
        return new Todo("", false, ms, ms);
    }

    /** The first attempt takes so long, and the others are done soon. */
    public static Todo lastingFirst(long ms) {
        return new Todo("", false, ms, 50);
    }

    /** The same under a lock. */
    public Todo holding(String lock) {
        return new Todo(lock, proceed, firstMs, laterMs);
    }

    /** Its lock only saves money. */
    public Todo proceeding() {
        return new Todo(key, true, firstMs, laterMs);
    }

    boolean locks() {
        return !key.isEmpty();
    }

    long ms(int attempt) {
        return attempt == 1 ? firstMs : laterMs;
    }
}
