package dev.holdfast.queue;

import dev.holdfast.lease.SessionId;

/**
 * What ending a dead session did.
 *
 * @param session the session that ended
 * @param returned jobs that wait again
 * @param poisoned jobs discarded because their process died too often under them
 * @param locksFreed locks that became free
 */
public record Reaped(SessionId session, int returned, int poisoned, int locksFreed) {}
