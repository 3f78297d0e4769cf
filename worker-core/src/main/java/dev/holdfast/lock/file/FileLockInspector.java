package dev.holdfast.lock.file;

import dev.holdfast.lock.LockInspector;
import dev.holdfast.lock.LockKey;
import dev.holdfast.lock.Steal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads the records: those whose owner lives, or cannot be seen from here. */
record FileLockInspector(Place place) implements LockInspector {
    @Override
    public List<Shown> list(int limit) {
        try (Stream<Path> files = Files.walk(place.directory(), 2)) {
            return files.filter(file -> file.toString().endsWith(KeyFiles.RECORD))
                    .flatMap(file -> read(file).stream())
                    .map(FileLockInspector::shown)
                    .sorted(Comparator.comparing(Shown::key))
                    .limit(limit)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("list file locks in " + place.directory(), e);
        }
    }

    private static Shown shown(LockRecord record) {
        return new Shown(record.lockKey(), record.holder(), record.sinceInstant(), Optional.empty());
    }

    /** What its owner releases or replaces just now is read the next time. */
    private Optional<LockRecord> read(Path file) {
        try {
            return place.calls()
                    .read(file)
                    .flatMap(LockRecord::read)
                    .filter(record -> place.processes().fateOf(record) != Processes.Fate.DEAD);
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }

    /** @throws UnsupportedOperationException if somebody holds it */
    @Override
    public Optional<Stolen> steal(LockKey key, Steal request) {
        return read(place.files(key).record()).map(held -> {
            throw new UnsupportedOperationException(held.holder() + " holds " + key + "; " + FileLockStore.NO_STEAL);
        });
    }
}
