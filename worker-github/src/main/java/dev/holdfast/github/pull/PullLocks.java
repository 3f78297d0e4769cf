package dev.holdfast.github.pull;

import dev.holdfast.lock.LockKey;

/** The two locks of a pull request. */
public final class PullLocks {
    private PullLocks() {}

    /** Saves money: one review of a commit at a time. {@code ai-review owner/repo#n@sha:mode}. */
    public static LockKey review(PullId pull, String headSha, String mode) {
        return new LockKey("ai-review", pull + "@" + HeadSha.canonical(headSha) + ":" + mode);
    }

    /** Guards mutations: one actor on a pull request at a time. {@code pr-actuation owner/repo#n}. */
    public static LockKey actuation(PullId pull) {
        return new LockKey("pr-actuation", pull.toString());
    }
}
