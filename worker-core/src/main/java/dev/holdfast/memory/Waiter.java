package dev.holdfast.memory;

import dev.holdfast.lease.JobId;
import dev.holdfast.lock.LockKey;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;

/** A job's row in the line of one lock. */
final class Waiter {
    /** So long a lock is reserved for a job that was woken. */
    static final Duration TURN = Duration.ofSeconds(5);

    final LockKey key;
    /** Below zero: an attempt that is stealing the lock, and goes before everybody. */
    final long ticket;

    final JobId job;
    /** What it waits for: one of these. */
    final List<LockKey> locks;
    /** The lock is kept in another store. */
    final boolean elsewhere;

    final Instant until;
    /** Null until its turn has come. */
    Instant wokenAt;
    /** When time alone may have changed something. */
    Instant lookAt;

    /** @param asked a lock or permits; the row is in the line of it */
    Waiter(LockKey asked, long ticket, JobId job, boolean elsewhere, Instant until) {
        this.key = asked.line();
        this.locks = asked.isPermits()
                ? IntStream.rangeClosed(1, asked.permits())
                        .mapToObj(asked::slot)
                        .toList()
                : List.of(asked);
        this.ticket = ticket;
        this.job = job;
        this.elsewhere = elsewhere;
        this.until = until;
        this.lookAt = until;
    }

    void wake(Instant now) {
        wokenAt = now;
        lookAt = now.plus(TURN);
    }

    boolean isWoken() {
        return wokenAt != null;
    }

    /** Whether nobody behind it is granted the lock: until its wait is over, or its turn. */
    boolean stands(Instant now) {
        if (!isWoken()) {
            return now.isBefore(until);
        }
        // A clock that was set back ends a turn, too.
        return now.isBefore(wokenAt.plus(TURN)) && now.isAfter(wokenAt.minus(TURN));
    }
}
