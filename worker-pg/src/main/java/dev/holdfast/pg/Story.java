package dev.holdfast.pg;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What the ledger knows of one key. Immutable.
 *
 * @param holds newest first
 * @param asides refusals, contention and runs without the lock, newest first
 * @param waiting jobs that wait for it, first come first
 */
public record Story(List<Hold> holds, List<Aside> asides, List<Waiting> waiting) {
    public Story {
        holds = List.copyOf(holds);
        asides = List.copyOf(asides);
        waiting = List.copyOf(waiting);
    }

    /**
     * One hold.
     *
     * @param who for people
     * @param kind of the job, if it was told
     * @param fence of the grant
     * @param begun when it was granted, if that was told
     * @param ended when it was believed for the last time, or let go, if that was told
     * @param why it ended; empty if that was not told
     */
    public record Hold(
            String who,
            Optional<String> kind,
            long fence,
            Optional<Instant> begun,
            Optional<Instant> ended,
            Optional<String> why) {}

    /** Something that happened around the key and is no hold. */
    public record Aside(String what, Instant at, String who, String detail) {}

    /** A job that waits. */
    public record Waiting(long job, Instant until) {}
}
