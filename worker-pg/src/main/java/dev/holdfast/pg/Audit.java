package dev.holdfast.pg;

import dev.holdfast.lock.LockKey;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What an audit of the ledger found. Immutable.
 *
 * @param findings what should never be there
 * @param notes what is no fault, but is there: overlaps on purpose, owners that were late
 * @param evidence what the audit had to go by
 */
public record Audit(List<Finding> findings, List<Finding> notes, Evidence evidence) {
    public Audit {
        findings = List.copyOf(findings);
        notes = List.copyOf(notes);
    }

    /** What kind of thing was found. */
    public enum Kind {
        /** Two holds of one key were believed at one moment. */
        OVERLAP(true),
        /** A hold has no end although its session told everything, or its key was granted again. */
        UNEXPLAINED_END(true),
        /** A later grant has a fence that is no greater. */
        FALLING_FENCE(true),
        /** An effect was accepted under a fence when a greater one had been granted. */
        STALE_EFFECT(true),
        /** An overlap that a steal wanted. */
        DECLARED_OVERLAP(false),
        /** A holder had lost the lock, and still ran when the next was granted it. */
        LATE_OWNER(false),
        /** A hold has no end because its process died before it told it, or has not told it yet. */
        DIED(false),
        /** A hold has no end, and its session could not keep all its events. */
        GAP(false);

        private final boolean fault;

        Kind(boolean fault) {
            this.fault = fault;
        }

        boolean isFault() {
            return fault;
        }
    }

    /** One thing that was found, in words. */
    public record Finding(Kind kind, LockKey key, String text) {}

    /**
     * What the audit had to go by.
     *
     * @param holds that were looked at
     * @param sampledAway about how many were not kept because there were very many
     * @param dropped events that could not be kept
     * @param refused effects and writes of late owners that were refused
     * @param unguarded runs without the lock
     * @param oldest since when there is a ledger; empty if there is none
     */
    public record Evidence(
            long holds, long sampledAway, long dropped, long refused, long unguarded, Optional<Instant> oldest) {}
}
