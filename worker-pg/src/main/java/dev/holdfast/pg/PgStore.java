package dev.holdfast.pg;

import com.zaxxer.hikari.HikariDataSource;
import dev.holdfast.event.EventListener;
import dev.holdfast.lease.Ticker;
import dev.holdfast.lock.LockInspector;
import dev.holdfast.lock.LockStore;
import dev.holdfast.queue.EffectLog;
import dev.holdfast.queue.JobInspector;
import dev.holdfast.queue.Sessions;

/**
 * Everything Holdfast keeps in one PostgreSQL database, whose schema is there already ({@link Migrations}). Opening
 * does no I/O: connections are made when they are used, so a store can be opened while its database is away.
 * Thread-safe. Closing ends the connections and threads of the store, but not those of open sessions.
 */
public final class PgStore implements AutoCloseable {
    private final HikariDataSource pool;
    private final PgJobQueue queue;
    private final PgSessions sessions;
    private final PgLockStore locks;
    private final PgEffectLog effects;
    private final PgJobInspector jobs;
    private final PgLockInspector lockInspector;
    private final Listener listener;
    private final Housekeeping housekeeping;
    private final LockLedger ledger;
    private final LockHistory lockHistory;
    private final FencedWrites fencedWrites;

    private PgStore(PgConfig config, Ticker ticker) {
        boolean notify = config.options().notifying();
        Connections connections = new Connections(config);
        pool = connections.pool();
        Db db = new Db(pool);
        listener = new Listener(connections, ticker);
        housekeeping = new Housekeeping(db);
        queue = new PgJobQueue(db, notify);
        ledger = new LockLedger(db, ticker);
        lockHistory = new LockHistory(db);
        fencedWrites = FencedWrites.boundedBy(config.options().ttl());
        sessions = new PgSessions(
                db, connections, new PgSessions.Services(listener, housekeeping, ledger, ticker), notify);
        locks = new PgLockStore(db, new LockRows(db, notify), config.options().ttl(), ticker);
        effects = new PgEffectLog(db);
        jobs = new PgJobInspector(db, notify);
        lockInspector = new PgLockInspector(db, notify);
    }

    public static PgStore open(PgConfig config) {
        return open(config, Ticker.system());
    }

    /** @param ticker by which a steal measures how long its victim has had to let go, and the ledger how old an event is */
    public static PgStore open(PgConfig config, Ticker ticker) {
        return new PgStore(config, ticker);
    }

    public PgJobQueue queue() {
        return queue;
    }

    public Sessions sessions() {
        return sessions;
    }

    public LockStore locks() {
        return locks;
    }

    public EffectLog effects() {
        return effects;
    }

    public JobInspector jobs() {
        return jobs;
    }

    public LockInspector lockInspector() {
        return lockInspector;
    }

    /**
     * Keeps what a worker tells about its locks in {@code holdfast.lock_events}: hand it to the worker as its listener,
     * or call it from the one it has. It never blocks.
     */
    public EventListener ledger() {
        return ledger;
    }

    /** Writes of an application's own in this database, refused to whoever is late; bounded by the sessions' ttl. */
    public FencedWrites fencedWrites() {
        return fencedWrites;
    }

    /** Reads what {@link #ledger} kept. */
    public LockHistory lockHistory() {
        return lockHistory;
    }

    @Override
    public void close() {
        ledger.close();
        housekeeping.close();
        listener.close();
        pool.close();
    }
}
