package dev.holdfast.lock.file;

import dev.holdfast.lease.FencingToken;
import dev.holdfast.lock.LockKey;
import dev.holdfast.lock.Release;
import java.io.IOException;
import java.util.List;

/**
 * A file lock that its taker holds until it closes it, or its process dies. Thread-safe; every method but
 * {@link #key} and {@link #fence} makes calls to the file system.
 */
public final class FileHold implements AutoCloseable {
    private final Place place;
    private final Hold hold;
    private final FencingToken fence;

    FileHold(Place place, Hold hold, FencingToken fence) {
        this.place = place;
        this.hold = hold;
        this.fence = fence;
    }

    public LockKey key() {
        return hold.key();
    }

    /** Greater than that of every earlier grant of the key. */
    public FencingToken fence() {
        return fence;
    }

    /** True while the kernel holds the lock for this hold. */
    public boolean isHeld() throws IOException {
        return hold.isHeld(place.calls());
    }

    /**
     * Writes down a process that works under this lock, before it begins. If the owner dies first, the successor kills the
     * process and what runs in the session it has made, and waits until all of it is gone. A process that has ended
     * already is no child any more.
     *
     * @throws IOException if the lock is not held, or the record cannot be written: then it must not begin
     */
    public void adopt(ProcessHandle process) throws IOException {
        hold.adopt(childOf(process), place.calls());
    }

    /**
     * Ends a recorded process and whatever it has started, waits until all of it is gone, and takes it out of the record.
     * Blocks for a moment, at most five seconds; does not break off when its thread is interrupted.
     *
     * @throws IOException if some of it cannot be killed, or the record cannot be written: the lock stays held then
     */
    public void end(ProcessHandle process) throws IOException {
        for (Child child : hold.children(process.pid())) {
            if (!new Orphans(place.processes()).end(List.of(child))) {
                throw new IOException("process " + process.pid() + " under lock " + key() + " cannot be killed");
            }
        }
        hold.dismiss(process.pid(), place.calls());
    }

    private Child childOf(ProcessHandle process) {
        return new Child(process.pid(), place.processes().startOf(process.pid()));
    }

    /**
     * Releases the lock; repeating it does nothing. While a recorded child runs, or the disk refuses, the lock stays held:
     * the next one in this JVM who wants it tries again first.
     */
    @Override
    public void close() {
        if (hold.release(place) == Release.UNKNOWN) {
            hold.abandon();
        }
    }
}
