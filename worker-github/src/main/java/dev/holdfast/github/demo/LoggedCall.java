package dev.holdfast.github.demo;

import dev.holdfast.github.json.Json;

/**
 * A call, as the log has it.
 *
 * @param kind what it asked for
 * @param pull {@code owner/repo#n}
 * @param effect what it changed: kind, pull request, head, and what tells it from another of its kind
 * @param who which attempt called
 * @param span when, and how it ended
 */
record LoggedCall(CallKind kind, String pull, String effect, String who, Span span) {
    /**
     * When a call was under way, on the stand-in's monotonic clock.
     *
     * @param start in nanoseconds
     * @param end in nanoseconds; the greatest number if the stand-in ended before the call did
     * @param accepted true if it took effect
     */
    record Span(long start, long end, boolean accepted) {}

    static LoggedCall started(Json line) {
        CallKind kind = CallKind.valueOf(line.text("kind"));
        String pull = line.text("repo") + "#" + line.number("number");
        String effect = kind + " " + pull + "@" + line.text("sha") + " " + line.text("detail");
        Span open = new Span(line.number("ns"), Long.MAX_VALUE, false);
        return new LoggedCall(kind, pull, effect, line.text("who"), open);
    }

    LoggedCall ended(Json line) {
        return new LoggedCall(kind, pull, effect, who, new Span(span.start, line.number("ns"), line.flag("accepted")));
    }

    /** True if two attempts were at work on one pull request at one moment. */
    boolean collidesWith(LoggedCall other) {
        return pull.equals(other.pull)
                && !who.equals(other.who)
                && span.start < other.span.end
                && other.span.start < span.end;
    }
}
