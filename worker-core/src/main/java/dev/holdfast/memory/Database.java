package dev.holdfast.memory;

import dev.holdfast.lease.JobId;
import dev.holdfast.lease.Ticker;
import dev.holdfast.lock.Owner;
import dev.holdfast.memory.MemoryStore.Fault;
import dev.holdfast.queue.StoreUnavailableException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.function.Supplier;

/** The one lock, the clocks and the tables. Tables are touched only by work that runs in {@link #ask}. */
final class Database {
    private final InstantSource clock;
    private final Ticker ticker;
    private final Hints hints = new Hints();
    private final SessionTable sessions = new SessionTable(hints);
    private final JobTable jobs = new JobTable();
    private final History history = new History();
    private final DeliveryTable deliveries = new DeliveryTable();
    private final Lines lines = new Lines(this);
    private final LockTable locks = new LockTable(lines);
    private final EffectTable effects = new EffectTable();
    private volatile Fault fault = Fault.NONE;

    Database(InstantSource clock, Ticker ticker) {
        this.clock = clock;
        this.ticker = ticker;
    }

    /** Runs the work alone, as one transaction; it must not call out. */
    <T> T ask(String what, Supplier<T> work) {
        breakIf(Fault.UNREACHABLE, what);
        T answer;
        synchronized (this) {
            answer = work.get();
            lines.wakeHeads();
        }
        breakIf(Fault.REPLY_LOST, what);
        return answer;
    }

    void run(String what, Runnable work) {
        ask(what, () -> {
            work.run();
            return null;
        });
    }

    private void breakIf(Fault met, String what) {
        if (fault == met) {
            throw new StoreUnavailableException(what, new IOException(met + ", as the test asked"));
        }
    }

    void fail(Fault fault) {
        this.fault = fault;
    }

    /** The database's clock, in the microseconds that a durable store keeps. */
    Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MICROS);
    }

    Duration ticks() {
        return ticker.now();
    }

    /** True while the owner may still act: its attempt's lease is current, or the session it acts for is live. */
    boolean isCurrent(Owner owner) {
        if (owner.job().equals(JobId.NONE)) {
            return sessions.find(owner.lease().session()).isPresent();
        }
        return jobs.find(owner.job())
                .filter(row -> owner.lease().equals(row.lease))
                .isPresent();
    }

    JobWriter jobWriter() {
        return new JobWriter(this);
    }

    Hints hints() {
        return hints;
    }

    SessionTable sessions() {
        return sessions;
    }

    JobTable jobs() {
        return jobs;
    }

    History history() {
        return history;
    }

    DeliveryTable deliveries() {
        return deliveries;
    }

    Lines lines() {
        return lines;
    }

    LockTable locks() {
        return locks;
    }

    EffectTable effects() {
        return effects;
    }
}
