package dev.holdfast.memory;

import dev.holdfast.contract.StoreUnderTest;
import dev.holdfast.lock.LockInspector;
import dev.holdfast.lock.LockStore;
import dev.holdfast.queue.EffectLog;
import dev.holdfast.queue.JobInspector;
import dev.holdfast.queue.JobQueue;
import dev.holdfast.queue.Sessions;
import java.time.Duration;

/** The in-memory store, on a clock that stands still between the suite's steps. */
final class MemoryUnderTest implements StoreUnderTest {
    private final ManualTime time = new ManualTime();
    private final MemoryStore store = new MemoryStore(time, time);

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
        return store.locks();
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
    public void pass(Duration passed) {
        time.pass(passed);
    }

    @Override
    public void whileUnreachable(Runnable action) {
        store.fail(MemoryStore.Fault.UNREACHABLE);
        try {
            action.run();
        } finally {
            store.fail(MemoryStore.Fault.NONE);
        }
    }

    /** The clock moves on meanwhile, as it does for every store that forgets. */
    @Override
    public void prune() {
        time.pass(Duration.ofMillis(1));
        store.prune();
    }

    @Override
    public void close() {
        // Nothing outlives the test.
    }
}
