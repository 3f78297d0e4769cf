package dev.holdfast.runtime;

import dev.holdfast.job.Outcome;

/** What happened when an attempt's handler was run. */
sealed interface Happened {
    /** It answered. */
    record Answered(Outcome outcome) implements Happened {}

    /** It threw. */
    record Threw(Throwable error) implements Happened {}

    /** Its payload does not fit; the handler was not called. */
    record Undecodable(String why) implements Happened {}
}
