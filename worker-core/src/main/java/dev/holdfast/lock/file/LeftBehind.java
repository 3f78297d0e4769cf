package dev.holdfast.lock.file;

import dev.holdfast.lease.FencingToken;
import dev.holdfast.lock.LockHolder;
import dev.holdfast.lock.LockKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.Optional;

/**
 * The record that stands where a claimer wants to put its own. Judged under the kernel lock: an owner that cannot be seen
 * from here is dead, because otherwise the kernel would not have granted it.
 */
record LeftBehind(LockKey key, Place place) {
    /** Clears the way. @return who stands in it all the same; empty if it is clear */
    Optional<LockHolder> clear() throws IOException {
        Optional<byte[]> bytes = place.calls().read(place.files(key).record());
        if (bytes.isEmpty()) {
            return Optional.empty();
        }
        Optional<LockRecord> record = LockRecord.read(bytes.get());
        Optional<LockHolder> inTheWay = record.isPresent() ? judge(record.get()) : judgeIncomplete();
        if (inTheWay.isEmpty()) {
            Files.deleteIfExists(place.files(key).record());
        }
        return inTheWay;
    }

    /** Whom the record names, for those who were refused. */
    LockHolder named() throws IOException {
        Optional<LockRecord> record =
                place.calls().read(place.files(key).record()).flatMap(LockRecord::read);
        return record.isPresent() ? record.get().holder() : unnamed("a process that is just taking or releasing it");
    }

    private LockHolder unnamed(String who) throws IOException {
        return new LockHolder(who, new FencingToken(Math.max(1, place.fence(key).last())));
    }

    /** Judged by its age alone, never at once, and by its distance from now: a clock that was set back must not block for ever. */
    private Optional<LockHolder> judgeIncomplete() throws IOException {
        try {
            var changed = place.calls().stat().stat(place.files(key).record()).lastModifiedTime();
            Duration age = Duration.between(changed.toInstant(), place.clock().instant())
                    .abs();
            return age.compareTo(FileLockStore.INCOMPLETE_GRACE) < 0
                    ? Optional.of(unnamed("a record that is not complete yet"))
                    : Optional.empty();
        } catch (NoSuchFileException vanished) {
            return Optional.empty();
        }
    }

    /** However old the record is: the lock of a living owner does not age. */
    private Optional<LockHolder> judge(LockRecord record) {
        return switch (place.processes().fateOf(record)) {
            case UNSEEN -> Optional.empty();
            case ALIVE -> Optional.of(record.holder());
            case DEAD -> orphanOf(record);
        };
    }

    private Optional<LockHolder> orphanOf(LockRecord record) {
        return new Orphans(place.processes()).end(record.children())
                ? Optional.empty()
                : Optional.of(
                        new LockHolder("a child of the dead " + record.holder().who(), record.fencingToken()));
    }
}
