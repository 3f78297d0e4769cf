package dev.holdfast.queue;

import dev.holdfast.lease.SessionId;

/** A hint from the store. */
public sealed interface Wake {
    /** A job became due in this queue. */
    record Due(String queue) implements Wake {}

    /** This session has something to look at: a steal, a cancel. */
    record Attention(SessionId session) implements Wake {}
}
