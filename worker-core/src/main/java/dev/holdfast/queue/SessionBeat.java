package dev.holdfast.queue;

import dev.holdfast.lease.SessionId;
import java.time.Duration;

/**
 * One look at a live session.
 *
 * @param session which
 * @param beat rises with every heartbeat
 * @param ttl how long an observer waits for the next beat
 * @param halting true when it left a last will and its heartbeat connection is gone
 */
public record SessionBeat(SessionId session, long beat, Duration ttl, boolean halting) {}
