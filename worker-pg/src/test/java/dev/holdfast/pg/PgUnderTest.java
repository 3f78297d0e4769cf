package dev.holdfast.pg;

import dev.holdfast.contract.StoreUnderTest;
import dev.holdfast.embedded.EmbeddedPostgres;
import dev.holdfast.lock.LockInspector;
import dev.holdfast.lock.LockStore;
import dev.holdfast.queue.EffectLog;
import dev.holdfast.queue.JobInspector;
import dev.holdfast.queue.JobQueue;
import dev.holdfast.queue.Sessions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;

/** PostgreSQL as the suites use it: one database, emptied for each test; locks are reached through a proxy. */
final class PgUnderTest implements StoreUnderTest {
    private final TestDatabase database;
    private final PgStore store;
    private final FaultProxy proxy;
    private final PgStore throughProxy;

    PgUnderTest(TestDatabase database) throws IOException {
        this.database = database;
        database.clear();
        store = PgStore.open(database.config());
        proxy = new FaultProxy(EmbeddedPostgres.shared().port());
        throughProxy = PgStore.open(database.through(proxy.port()));
    }

    @Override
    public JobQueue queue() {
        return store.queue();
    }

    @Override
    public Sessions sessions() {
        return store.sessions();
    }

    @Override
    public LockStore locks() {
        return throughProxy.locks();
    }

    @Override
    public EffectLog effects() {
        return store.effects();
    }

    @Override
    public JobInspector jobs() {
        return store.jobs();
    }

    @Override
    public LockInspector lockInspector() {
        return store.lockInspector();
    }

    @Override
    public void whileUnreachable(Runnable action) {
        proxy.cut();
        try {
            action.run();
        } finally {
            proxy.heal();
            // The pool trusts a connection that it lent half a second ago, and these were cut.
            pass(Duration.ofMillis(600));
        }
    }

    @Override
    public void prune() {
        database.ask("select holdfast.prune(interval '0', 10000)");
    }

    @Override
    public void close() {
        throughProxy.close();
        store.close();
        try {
            proxy.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
