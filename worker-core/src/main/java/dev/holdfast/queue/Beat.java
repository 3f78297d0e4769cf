package dev.holdfast.queue;

/**
 * Answer to a heartbeat.
 *
 * @param live false if the session has ended; it never comes back
 * @param attention rises when the worker has something to look at: a steal, a cancel
 * @param timeline the database's; a change means that a failover may have lost commits
 */
public record Beat(boolean live, long attention, String timeline) {
    public static final Beat ENDED = new Beat(false, 0, "");
}
