package dev.holdfast.lock;

/** What a release found. */
public enum Release {
    /** This claim's token held the key; the key is free now. */
    RELEASED,
    /** Some other token, or none, holds the key; nothing was changed. */
    NOT_MINE,
    /** The store did not answer; releasing again is safe. */
    UNKNOWN
}
