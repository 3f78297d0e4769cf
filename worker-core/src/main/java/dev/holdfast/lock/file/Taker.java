package dev.holdfast.lock.file;

import dev.holdfast.lease.FencingToken;
import dev.holdfast.lease.OwnerToken;
import dev.holdfast.lock.Acquisition;
import dev.holdfast.lock.LockHolder;
import dev.holdfast.lock.LockKey;
import dev.holdfast.lock.Release;
import java.io.IOException;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Asks once for a lock: this JVM's own threads first, then the kernel, then whatever a dead owner left behind. Stateless.
 *
 * <pre>
 *   enter ──► kernel lock ──► clear what was left ──► fence ──► record, linked into place ──► granted
 *     │busy       │busy              │busy                │ any failure: undone, unlocked, unknown
 * </pre>
 */
record Taker(Place place) {
    /** One that asks: for people, and by its token. */
    record Asker(String who, OwnerToken token) {}

    Acquisition ask(LockKey key, Asker asker) {
        try {
            Guard guard = Guards.of(place.directory(), place.calls());
            Optional<Hold> earlier = guard.hold(key).filter(Hold::isAbandoned);
            if (earlier.isPresent() && earlier.get().release(place) == Release.UNKNOWN) {
                return busy(earlier.get());
            }
            Hold mine = new Hold(guard, key, place.files(key).record(), asker.token());
            Optional<Hold> there = guard.enter(key, mine);
            return there.isPresent() ? answer(there.get(), asker) : askKernel(mine, asker);
        } catch (IOException e) {
            return new Acquisition.Unknown("file lock " + key + ": " + e);
        }
    }

    private Acquisition answer(Hold there, Asker asker) throws IOException {
        if (!there.isOf(asker.token())) {
            return busy(there);
        }
        return there.record().isPresent() && there.isHeld(place.calls())
                ? granted(there.record().get())
                : new Acquisition.Unknown("the claim is being answered, or its guard is gone");
    }

    private Acquisition busy(Hold there) throws IOException {
        Optional<LockRecord> record = there.record();
        LockHolder holder = record.isPresent() ? record.get().holder() : new LeftBehind(there.key(), place).named();
        return new Acquisition.Busy(holder);
    }

    private static Acquisition granted(LockRecord record) {
        return new Acquisition.Granted(record.fencingToken(), FileLockStore.TTL);
    }

    private Acquisition askKernel(Hold mine, Asker asker) throws IOException {
        LockKey key = mine.key();
        Optional<FileLock> kernel = Optional.empty();
        try {
            kernel = mine.guard().tryLock(key);
            return kernel.isPresent()
                    ? underKernelLock(mine, asker, kernel.get())
                    : new Acquisition.Busy(new LeftBehind(key, place).named());
        } finally {
            if (mine.record().isEmpty()) {
                undo(mine, kernel);
            }
        }
    }

    private static void undo(Hold mine, Optional<FileLock> kernel) throws IOException {
        try {
            if (kernel.isPresent()) {
                kernel.get().release();
            }
        } finally {
            mine.guard().leave(mine.key(), mine);
        }
    }

    private Acquisition underKernelLock(Hold mine, Asker asker, FileLock kernel) throws IOException {
        LockKey key = mine.key();
        place.files(key).makeFolder();
        Optional<LockHolder> inTheWay = new LeftBehind(key, place).clear();
        if (inTheWay.isPresent()) {
            return new Acquisition.Busy(inTheWay.get());
        }
        FencingToken fence = place.fence(key).next(place.clock());
        LockRecord record = new LockRecord(
                key.toString(),
                asker.who(),
                place.processes().self(),
                asker.token().value(),
                fence.value(),
                place.clock().instant().toEpochMilli(),
                List.of());
        link(record, place.files(key).record());
        mine.granted(kernel, record);
        return granted(record);
    }

    /** Appears whole or not at all, and never in the place of another: a link, unlike a move, does not overwrite. */
    private void link(LockRecord record, Path file) throws IOException {
        Path fresh = KeyFiles.temporary(file);
        place.calls().write(fresh, record.bytes());
        try {
            Files.createLink(file, fresh);
        } catch (UnsupportedOperationException e) {
            throw new IOException(file.getFileSystem() + " knows no links", e);
        } finally {
            Files.deleteIfExists(fresh);
        }
    }
}
