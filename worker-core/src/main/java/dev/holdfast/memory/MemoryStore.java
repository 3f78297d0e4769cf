package dev.holdfast.memory;

import dev.holdfast.lease.Ticker;
import dev.holdfast.lock.LockInspector;
import dev.holdfast.lock.LockStore;
import dev.holdfast.queue.EffectLog;
import dev.holdfast.queue.JobInspector;
import dev.holdfast.queue.JobQueue;
import dev.holdfast.queue.Sessions;
import java.time.InstantSource;

/**
 * Queue, locks and effect log in the memory of this process, with the semantics of the durable stores. For tests:
 * nothing survives the process, and of finished jobs only the newest {@value History#MOST} are kept.
 *
 * <p>Thread-safe. No method blocks on anything but other callers; {@link #fail} makes all of them behave as if the
 * connection had failed.
 */
public final class MemoryStore {
    /** How the store misbehaves. */
    public enum Fault {
        NONE,
        /** Requests do not reach the store: nothing is done. */
        UNREACHABLE,
        /** Requests take effect, and their answers are lost. */
        REPLY_LOST
    }

    private final Database database;
    private final MemorySessions sessions;
    private final MemoryLocks locks;
    private final MemoryLockInspector lockInspector;

    /** A store on the system's clocks. */
    public MemoryStore() {
        this(InstantSource.system(), Ticker.system());
    }

    /**
     * A store on clocks of the caller's.
     *
     * @param databaseClock decides what is due and feeds the fences; may step
     * @param ticker measures how long ago a holder was told that its lock is wanted
     */
    public MemoryStore(InstantSource databaseClock, Ticker ticker) {
        this.database = new Database(databaseClock, ticker);
        this.sessions = new MemorySessions(database);
        this.locks = new MemoryLocks(database);
        this.lockInspector = new MemoryLockInspector(database);
    }

    public JobQueue queue() {
        return new MemoryQueue(database);
    }

    public Sessions sessions() {
        return sessions;
    }

    public LockStore locks() {
        return locks;
    }

    public EffectLog effects() {
        return new MemoryEffects(database);
    }

    public JobInspector jobs() {
        return new MemoryJobs(database);
    }

    public LockInspector lockInspector() {
        return lockInspector;
    }

    /** From now on every request meets this fault; {@link Fault#NONE} heals. */
    public void fail(Fault fault) {
        database.fail(fault);
    }

    /** Forgets free keys together with their fences, as a durable store does from time to time. */
    void prune() {
        database.run("prune", database.locks()::prune);
    }
}
