package dev.holdfast.github.demo;

/** What a call to the stand-in asks for. */
enum CallKind {
    READ,
    DIFF,
    COMMENTS,
    REVIEW,
    MERGE,
    CLOSE,
    LABEL,
    COMMENT;

    /** True if it changes a pull request. */
    boolean isActuation() {
        return compareTo(MERGE) >= 0;
    }
}
