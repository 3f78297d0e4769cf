package dev.holdfast.lock.file;

import dev.holdfast.lease.OwnerToken;
import dev.holdfast.lock.Acquisition;
import dev.holdfast.lock.LockKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/** Forgets the fences of keys that nobody has taken for long; the clock has moved on far beyond them. */
record Pruning(Place place) {
    /** Keys of one round; what is left waits for the next start. */
    private static final int MOST = 1000;

    /** Each is forgotten while its lock is held, so nobody draws a number meanwhile. Does nothing about held keys. */
    void forgetUnusedFor(Duration age) throws IOException {
        Instant before = place.clock().instant().minus(age);
        for (Path file : old(before)) {
            forget(keyOf(file));
        }
    }

    private List<Path> old(Instant before) throws IOException {
        try (Stream<Path> files = Files.walk(place.directory(), 2)) {
            return files.filter(file -> file.toString().endsWith(KeyFiles.FENCE))
                    .filter(file -> !changed(file).isAfter(before))
                    .limit(MOST)
                    .toList();
        }
    }

    private static Instant changed(Path file) {
        try {
            return Files.getLastModifiedTime(file).toInstant();
        } catch (IOException gone) {
            return Instant.MAX;
        }
    }

    private static LockKey keyOf(Path fence) {
        String name = fence.getFileName().toString();
        return KeyFiles.key(fence.getParent().getFileName().toString(), name);
    }

    private void forget(LockKey key) throws IOException {
        OwnerToken token = OwnerToken.random();
        if (new Taker(place).ask(key, new Taker.Asker("the pruning of old fences", token))
                instanceof Acquisition.Granted) {
            place.fence(key).forget();
            Guards.find(key, token).ifPresent(hold -> hold.release(place));
        }
    }
}
