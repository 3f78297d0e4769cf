package dev.holdfast.memory;

import dev.holdfast.lease.JobId;
import dev.holdfast.lease.LeaseToken;
import dev.holdfast.lease.SessionId;
import dev.holdfast.lock.LockKey;
import dev.holdfast.lock.Owner;
import dev.holdfast.queue.Holdings;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Locks, held and free. */
final class LockTable {
    private final SortedMap<LockKey, LockRow> rows = new TreeMap<>();
    private final Map<SessionId, Set<LockRow>> held = new HashMap<>();
    private final Lines lines;

    LockTable(Lines lines) {
        this.lines = lines;
    }

    LockRow row(LockKey key) {
        return rows.computeIfAbsent(key, LockRow::new);
    }

    Optional<LockRow> find(LockKey key) {
        return Optional.ofNullable(rows.get(key));
    }

    /** Grants the lock under a fence greater than any before it, the clock's microseconds unless they lag behind. */
    void take(LockRow row, Owner owner, Instant now) {
        if (!row.isFree()) {
            free(row);
        }
        row.owner = owner;
        row.since = now;
        row.fence = nextFence(row, now);
        held.computeIfAbsent(owner.lease().session(), session -> new HashSet<>())
                .add(row);
    }

    private static long nextFence(LockRow row, Instant now) {
        return Math.max(row.fence + 1, ChronoUnit.MICROS.between(Instant.EPOCH, now));
    }

    /** Frees a lock against its holder's will; the fence rises, so that the holder is late wherever fences are seen. */
    void takeAway(LockRow row, Instant now) {
        free(row);
        row.fence = nextFence(row, now);
    }

    void free(LockRow row) {
        held.computeIfPresent(row.owner.lease().session(), (session, theirs) -> {
            theirs.remove(row);
            return theirs.isEmpty() ? null : theirs;
        });
        row.owner = null;
        row.revoked = null;
        lines.changed(row.key);
    }

    /** Frees what rides on a job's lease. */
    void free(LeaseToken lease, JobId job) {
        freeWhere(
                lease.session(),
                owner -> owner.lease().equals(lease) && owner.job().equals(job));
    }

    int freeAll(SessionId session) {
        return freeWhere(session, owner -> true);
    }

    private int freeWhere(SessionId session, Predicate<Owner> rides) {
        List<LockRow> freed =
                heldBy(session).filter(row -> rides.test(row.owner)).toList();
        freed.forEach(this::free);
        return freed.size();
    }

    private Stream<LockRow> heldBy(SessionId session) {
        return held.getOrDefault(session, Set.of()).stream();
    }

    List<Holdings.HeldRow> heldRows(SessionId session) {
        return heldBy(session).map(LockRow::heldRow).toList();
    }

    /** Held locks, in key order. */
    Stream<LockRow> held() {
        return rows.values().stream().filter(row -> !row.isFree());
    }

    void prune() {
        rows.values().removeIf(LockRow::isFree);
    }
}
