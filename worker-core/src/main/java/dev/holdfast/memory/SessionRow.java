package dev.holdfast.memory;

import dev.holdfast.lease.JobId;
import dev.holdfast.lease.LeaseToken;
import dev.holdfast.lease.SessionId;
import dev.holdfast.queue.SessionBeat;
import dev.holdfast.queue.SessionInfo;
import java.util.BitSet;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** A session's row, and what it has leased. */
final class SessionRow {
    final SessionId id;
    final SessionInfo info;
    /** Jobs leased by it, by id. */
    final SortedMap<JobId, JobRow> jobs = new TreeMap<>();
    /** Lease numbers under which something was leased, so that a repeated request leases nothing more. */
    final BitSet leaseNumbers = new BitSet();

    long beat;
    long attention;
    /** True once it said that it stops or halts: what it held when it ended was not lost in a crash. */
    boolean willed;

    boolean disconnected;
    boolean ended;

    SessionRow(SessionId id, SessionInfo info) {
        this.id = id;
        this.info = info;
    }

    SessionBeat seen() {
        return new SessionBeat(id, beat, info.ttl(), willed && disconnected);
    }

    /** The job, if it is held under exactly this token. */
    Optional<JobRow> held(JobId job, LeaseToken lease) {
        return Optional.ofNullable(jobs.get(job)).filter(row -> lease.equals(row.lease));
    }
}
