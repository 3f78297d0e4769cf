package dev.holdfast.lock.file;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.holdfast.lease.OwnerToken;
import dev.holdfast.lock.LockKey;
import dev.holdfast.lock.Release;
import java.io.IOException;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;

/**
 * One claim's hold in this JVM, from before the kernel is asked until nothing of it is left. While it stands among the
 * guard's holds it keeps every other thread out.
 *
 * <p>Thread-safe. Its monitor is held over its own file calls, so that a release and a child that is just being recorded
 * do not cross; nobody else needs it meanwhile.
 */
final class Hold {
    private final Guard guard;
    private final LockKey key;
    private final Path recordFile;
    private final OwnerToken token;

    @GuardedBy("this")
    private FileLock kernel;

    @GuardedBy("this")
    private LockRecord record;

    @GuardedBy("this")
    private boolean abandoned;

    Hold(Guard guard, LockKey key, Path recordFile, OwnerToken token) {
        this.guard = guard;
        this.key = key;
        this.recordFile = recordFile;
        this.token = token;
    }

    Guard guard() {
        return guard;
    }

    LockKey key() {
        return key;
    }

    boolean isOf(OwnerToken other) {
        return token.equals(other);
    }

    /** Empty while the kernel has not been asked to the end. */
    synchronized Optional<LockRecord> record() {
        return Optional.ofNullable(record);
    }

    synchronized void granted(FileLock lock, LockRecord written) {
        kernel = lock;
        record = written;
    }

    /** True while the kernel holds the lock for us, on the file that others would ask. */
    synchronized boolean isHeld(FileCalls calls) throws IOException {
        return kernel != null && kernel.isValid() && guard.isInPlace(calls);
    }

    /** Writes down a process that works under this lock; in place of the old record, which is ours alone to replace. */
    synchronized void adopt(Child child, FileCalls calls) throws IOException {
        if (record == null || kernel == null || !kernel.isValid()) {
            throw new IOException("lock " + key + " is not held");
        }
        rewrite(record.with(child), calls);
    }

    synchronized List<Child> children(long pid) {
        return record == null
                ? List.of()
                : record.children().stream().filter(child -> child.pid() == pid).toList();
    }

    synchronized void dismiss(long child, FileCalls calls) throws IOException {
        if (record != null) {
            rewrite(record.without(child), calls);
        }
    }

    @GuardedBy("this")
    private void rewrite(LockRecord changed, FileCalls calls) throws IOException {
        Path fresh = KeyFiles.temporary(recordFile);
        calls.write(fresh, changed.bytes());
        Files.move(fresh, recordFile, StandardCopyOption.ATOMIC_MOVE);
        record = changed;
    }

    /** Its owner has let go and will not ask again, though something still kept it from being released. */
    synchronized void abandon() {
        abandoned = true;
    }

    synchronized boolean isAbandoned() {
        return abandoned;
    }

    /** The record goes first: as long as it is there and its owner lives, nobody takes the lock. */
    synchronized Release release(Place place) {
        if (record == null) {
            return Release.NOT_MINE;
        }
        try {
            if (stillRuns(place.processes())) {
                return Release.UNKNOWN;
            }
            removeRecord(place.calls());
            return letGo();
        } catch (IOException e) {
            return Release.UNKNOWN;
        }
    }

    /** Released is only what has stopped, and its children are part of it. */
    @GuardedBy("this")
    private boolean stillRuns(Processes processes) {
        return record.children().stream()
                .anyMatch(child -> !processes.living(child).isEmpty());
    }

    @GuardedBy("this")
    private void removeRecord(FileCalls calls) throws IOException {
        Optional<LockRecord> there = calls.read(recordFile).flatMap(LockRecord::read);
        if (there.isEmpty() || there.get().isOf(token)) {
            Files.deleteIfExists(recordFile);
        }
    }

    @GuardedBy("this")
    private Release letGo() throws IOException {
        boolean held = kernel.isValid();
        if (held) {
            kernel.release();
        }
        record = null;
        guard.leave(key, this);
        return held ? Release.RELEASED : Release.NOT_MINE;
    }
}
