package dev.holdfast.histories;

/** The store did what the model says it must not. */
final class BrokenPromise extends RuntimeException {
    private static final long serialVersionUID = 1L;

    BrokenPromise(String what) {
        super(what);
    }

    static void unless(boolean holds, String what) {
        if (!holds) {
            throw new BrokenPromise(what);
        }
    }
}
