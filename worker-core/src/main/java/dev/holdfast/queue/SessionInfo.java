package dev.holdfast.queue;

import java.time.Duration;
import java.util.Set;

/**
 * What a worker tells about itself when it opens its session. All of it is for people, but for the ttl and whether it is
 * alone.
 *
 * @param instance name people gave the worker; never an identity
 * @param process where it runs
 * @param kinds kinds it serves
 * @param ttl how long it is honoured without a beat
 * @param killDeadline from SIGTERM to SIGKILL
 * @param alone true if its deployment is declared single-instance: then no other session may be live beside it
 */
public record SessionInfo(
        String instance, ProcessInfo process, Set<String> kinds, Duration ttl, Duration killDeadline, boolean alone) {
    public SessionInfo {
        kinds = Set.copyOf(kinds);
    }

    /** One of several. */
    public SessionInfo(String instance, ProcessInfo process, Set<String> kinds, Duration ttl, Duration killDeadline) {
        this(instance, process, kinds, ttl, killDeadline, false);
    }

    /**
     * Where a worker runs.
     *
     * @param host host name
     * @param pid process id
     * @param startedAt start of the process, as its operating system tells it
     * @param version version of Holdfast
     */
    public record ProcessInfo(String host, long pid, String startedAt, String version) {}
}
