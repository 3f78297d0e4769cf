package dev.holdfast.lock;

import java.time.Duration;

/** What a renewal of one claim found. */
public sealed interface Renewal {
    /**
     * Still held.
     *
     * @param validity how long from now on, by the store's clock
     */
    record Renewed(Duration validity) implements Renewal {}

    /** The key is held by another token, or by none: this claim holds nothing and never will again. */
    record Lost(String why) implements Renewal {}

    /** The store did not answer; the trust window decides. */
    record Unknown(String cause) implements Renewal {}
}
