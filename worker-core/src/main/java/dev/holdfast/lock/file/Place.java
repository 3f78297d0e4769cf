package dev.holdfast.lock.file;

import dev.holdfast.lock.LockKey;
import java.nio.file.Path;
import java.time.InstantSource;

/**
 * Where a store works, and with what. Immutable.
 *
 * @param directory of the guard and the records
 * @param calls to the file system
 * @param processes of this host, to judge those that a record names
 * @param clock of points in time: fences, and how old a record is
 */
record Place(Path directory, FileCalls calls, Processes processes, InstantSource clock) {
    static Place at(Path directory) {
        return new Place(directory, FileCalls.REAL, Processes.OF_THIS_HOST, InstantSource.system());
    }

    KeyFiles files(LockKey key) {
        return KeyFiles.of(directory, key);
    }

    FenceFile fence(LockKey key) {
        return new FenceFile(files(key).fence(), calls);
    }
}
