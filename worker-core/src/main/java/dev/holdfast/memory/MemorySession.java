package dev.holdfast.memory;

import dev.holdfast.lease.SessionId;
import dev.holdfast.queue.Beat;
import dev.holdfast.queue.Holdings;
import dev.holdfast.queue.LeaseRequest;
import dev.holdfast.queue.Leased;
import dev.holdfast.queue.Progress;
import dev.holdfast.queue.Session;
import dev.holdfast.queue.Settled;
import dev.holdfast.queue.Settlement;
import dev.holdfast.queue.StoreUnavailableException;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A worker's session. The row is the same object for as long as the session lives, and after its end. */
final class MemorySession implements Session {
    private static final String TIMELINE = "memory";
    private static final Leased NOT_LIVE = new Leased(false, List.of());

    private final Database database;
    private final SessionRow row;

    MemorySession(Database database, SessionRow row) {
        this.database = database;
        this.row = row;
    }

    @Override
    public SessionId id() {
        return row.id;
    }

    @Override
    public Leased lease(LeaseRequest request) {
        return database.ask(
                "lease", () -> row.ended ? NOT_LIVE : new Leased(true, new Leasing(database, row).lease(request)));
    }

    @Override
    public Settled settle(List<Settlement> settlements) {
        List<Settlement> batch = List.copyOf(settlements);
        return database.ask(
                "settle",
                () -> row.ended ? new Settled(false, Set.of(), Map.of()) : new Settling(database, row).settle(batch));
    }

    /** A hint costs nothing here: everybody is always woken. */
    @Override
    public void announceIdle(List<String> queues) {
        database.run("announce", () -> {});
    }

    @Override
    public void report(List<Progress> progress) {
        database.run(
                "report",
                () -> progress.forEach(told ->
                        row.held(told.job(), told.lease()).ifPresent(job -> job.note = Texts.note(told.text()))));
    }

    @Override
    public Beat heartbeat() {
        return database.ask("heartbeat", this::beat);
    }

    private Beat beat() {
        if (row.disconnected) {
            throw new StoreUnavailableException("heartbeat of " + row.id, new IOException("the session was closed"));
        }
        if (row.ended) {
            return Beat.ENDED;
        }
        row.beat++;
        return new Beat(true, row.attention, TIMELINE);
    }

    @Override
    public Holdings holdings() {
        return database.ask(
                "holdings",
                () -> new Holdings(
                        !row.ended,
                        row.attention,
                        row.jobs.values().stream().map(MemorySession::held).toList(),
                        database.locks().heldRows(row.id)));
    }

    private static Holdings.HeldJob held(JobRow job) {
        return new Holdings.HeldJob(job.id, job.lease, Optional.ofNullable(job.cancel));
    }

    @Override
    public void end(Will will) {
        database.run("end", () -> {
            row.willed = true;
            if (will == Will.STOPPED && !row.ended) {
                new SessionEnd(database).of(row);
            }
        });
    }

    @Override
    public void close() {
        // Not a request: a connection that is gone is gone, whatever state the store is in.
        synchronized (database) {
            row.disconnected = true;
        }
    }
}
