package dev.holdfast.lock.file;

import dev.holdfast.contract.StoreUnderTest;
import dev.holdfast.lock.LockInspector;
import dev.holdfast.lock.LockStore;
import dev.holdfast.memory.MemoryStore;
import dev.holdfast.queue.EffectLog;
import dev.holdfast.queue.JobInspector;
import dev.holdfast.queue.JobQueue;
import dev.holdfast.queue.Sessions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;

/** Locks in a directory, beside an in-memory queue, on a disk that can fail. */
final class FileUnderTest implements StoreUnderTest {
    private final MemoryStore queue = new MemoryStore();
    private final FailingDisk disk = new FailingDisk();
    private final FileLockStore locks;
    private final Place place;

    FileUnderTest(Path directory) {
        Place real = Place.at(directory);
        place = new Place(directory, disk.calls(), real.processes(), real.clock());
        locks = new FileLockStore(place);
    }

    @Override
    public JobQueue queue() {
        return queue.queue();
    }

    @Override
    public Sessions sessions() {
        return queue.sessions();
    }

    @Override
    public LockStore locks() {
        return locks;
    }

    @Override
    public EffectLog effects() {
        return queue.effects();
    }

    @Override
    public JobInspector jobs() {
        return queue.jobs();
    }

    @Override
    public LockInspector lockInspector() {
        return locks.inspector();
    }

    @Override
    public Duration ttl() {
        return locks.ttl();
    }

    @Override
    public void whileUnreachable(Runnable action) {
        disk.whileFailing(action);
    }

    @Override
    public void prune() {
        try {
            new Pruning(place).forgetUnusedFor(Duration.ofDays(-1));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The JVM keeps its guard open for good; its holds on this directory end with the test's claims. */
    @Override
    public void close() {}
}
