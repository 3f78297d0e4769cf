package dev.holdfast.memory;

import dev.holdfast.lease.JobId;
import dev.holdfast.lock.LockKey;
import dev.holdfast.queue.Settlement.Ending;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The lines of the locks. Whatever frees a lock or moves in a line only says so; at the end of the transaction the
 * first one of each such line is woken, if its turn has come. Touched only inside a transaction.
 */
final class Lines {
    private static final Duration MOST_BETWEEN_LOOKS = Duration.ofSeconds(15);

    private final Database database;
    private final LineTable table = new LineTable();
    private final SortedSet<LockKey> changed = new TreeSet<>();
    private long lastTicket;

    Lines(Database database) {
        this.database = database;
    }

    /** The lock may have become free, or its line moved. */
    void changed(LockKey key) {
        changed.add(key.line());
    }

    /** The job waits for these locks, in its old place if it has one. */
    void join(JobRow row, Ending.Parked parked) {
        changed.addAll(table.remove(row.id));
        if (row.ticket == null) {
            row.ticket = ++lastTicket;
        }
        parked.locks().forEach(key -> join(key, row, parked.terms().elsewhere()));
    }

    private void join(LockKey key, JobRow row, boolean elsewhere) {
        Waiter waiter = new Waiter(key, row.ticket, row.id, elsewhere, row.parkedUntil);
        if (!elsewhere) {
            changed.add(waiter.key);
        } else {
            changed.remove(waiter.key);
            waiter.lookAt = isFirst(waiter) ? nextLook(row) : waiter.until;
        }
        table.add(waiter);
    }

    /** Whether a lock kept elsewhere is free is found out by asking, less and less often. */
    private Instant nextLook(JobRow row) {
        Duration pause = Duration.ofSeconds(1L + row.tally.contentions());
        Instant next = database.now().plus(pause.compareTo(MOST_BETWEEN_LOOKS) < 0 ? pause : MOST_BETWEEN_LOOKS);
        return next.isBefore(row.parkedUntil) ? next : row.parkedUntil;
    }

    /** The job gives its place up. */
    void leave(JobRow row) {
        if (row.ticket != null) {
            changed.addAll(table.remove(row.id));
            row.ticket = null;
            row.parkedUntil = null;
        }
    }

    /** The job has the lock now. Of permits one is woken at a time: there may be a slot for the next. */
    void served(LockKey key, JobId job) {
        table.remove(key.line(), job);
        if (!key.equals(key.line())) {
            changed.add(key.line());
        }
    }

    /** Who has a better right than this job to a lock that is free. */
    Optional<JobId> aheadOf(LockKey key, JobId job) {
        Instant now = database.now();
        long ticket = database.jobs().find(job).map(row -> row.ticket).orElse(Long.MAX_VALUE);
        return table.in(key.line())
                .filter(other -> !other.job.equals(job) && other.stands(now))
                .filter(other -> other.isWoken() || other.ticket < ticket)
                .map(other -> other.job)
                .findFirst();
    }

    /** Reserves a held lock for a job that is stealing it, as long as it goes on asking. */
    void reserve(LockKey key, JobId thief) {
        Instant now = database.now();
        Waiter reserving = table.in(key.line())
                .filter(waiter -> waiter.job.equals(thief) && waiter.ticket < 0)
                .findFirst()
                .orElseGet(() -> new Waiter(key.line(), Long.MIN_VALUE / 2 + ++lastTicket, thief, false, now));
        reserving.wake(now);
        table.add(reserving);
    }

    /** What time has made due, and these keys of another store. */
    void look(Collection<LockKey> freed) {
        Instant now = database.now();
        freed.forEach(this::changed);
        table.keys().stream()
                .filter(key -> table.in(key).anyMatch(waiter -> !waiter.lookAt.isAfter(now)))
                .forEach(key -> look(key, now));
    }

    private void look(LockKey key, Instant now) {
        changed.add(key);
        for (Waiter waiter : List.copyOf(table.in(key).toList())) {
            if (waiter.ticket < 0 && !waiter.stands(now)) {
                table.remove(key, waiter.job);
            } else if (!waiter.lookAt.isAfter(now)) {
                waiter.lookAt = waiter.isWoken() || !waiter.stands(now) ? Instant.MAX : waiter.until;
            }
        }
    }

    /** The end of a transaction. */
    void wakeHeads() {
        while (!changed.isEmpty()) {
            LockKey key = changed.first();
            changed.remove(key);
            wakeHead(key, database.now());
        }
    }

    private void wakeHead(LockKey key, Instant now) {
        table.in(key)
                .filter(waiter -> waiter.stands(now))
                .findFirst()
                .filter(head -> !mustWait(head.job))
                .ifPresent(head -> wake(head.job, now));
    }

    /** It was woken, one of its locks is held, or somebody stands before it. */
    private boolean mustWait(JobId job) {
        return table.of(job).anyMatch(mine -> mine.isWoken() || isTaken(mine) || !isFirst(mine));
    }

    private boolean isTaken(Waiter mine) {
        return !mine.elsewhere && mine.locks.stream().allMatch(this::isHeld);
    }

    private boolean isHeld(LockKey key) {
        return database.locks().find(key).filter(row -> !row.isFree()).isPresent();
    }

    private boolean isFirst(Waiter mine) {
        Instant now = database.now();
        return table.in(mine.key)
                .noneMatch(other -> !other.job.equals(mine.job)
                        && other.stands(now)
                        && (other.isWoken() || other.ticket < mine.ticket));
    }

    private void wake(JobId job, Instant now) {
        table.of(job).forEach(waiter -> waiter.wake(now));
        database.jobs()
                .find(job)
                .filter(row -> !row.isRunning() && row.runAt.isAfter(now))
                .ifPresent(database.jobWriter()::woken);
    }
}
