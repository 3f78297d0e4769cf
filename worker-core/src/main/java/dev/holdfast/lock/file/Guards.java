package dev.holdfast.lock.file;

import dev.holdfast.lease.OwnerToken;
import dev.holdfast.lock.LockKey;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The guard files this JVM has open: each once, for the life of the JVM. Closing any descriptor of a file drops all locks
 * the process has on it, so a second one is never opened and the first is never closed.
 */
final class Guards {
    static final String NAME = "guard";

    private static final Map<Object, Guard> OPEN = new HashMap<>();

    private static final ReentrantLock WAITING = new ReentrantLock();
    private static final Condition RELEASED = WAITING.newCondition();

    private Guards() {}

    /**
     * The guard of a directory, made when missing. Looks at the file each time: a guard that was removed holds nobody off.
     * Opening waits for nobody, so one monitor over it all does no harm.
     */
    static Guard of(Path directory, FileCalls calls) throws IOException {
        Path file = directory.resolve(NAME);
        Optional<Object> identity = identityOf(file, calls);
        synchronized (OPEN) {
            Guard guard = identity.map(OPEN::get).orElse(null);
            return guard != null && guard.isOpen() ? guard : open(directory, calls);
        }
    }

    private static Guard open(Path directory, FileCalls calls) throws IOException {
        Path file = Files.createDirectories(directory).toRealPath().resolve(NAME);
        createIfMissing(file);
        Object identity = identityOf(file, calls).orElseThrow(() -> new NoSuchFileException(file.toString()));
        Guard known = OPEN.get(identity);
        if (known != null && known.isOpen()) {
            return known;
        }
        FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
        Guard guard = new Guard(file, identity, channel);
        OPEN.put(identity, guard);
        return guard;
    }

    /** The descriptor this closes is one of a file that did not exist: nobody has a lock on it yet. */
    private static void createIfMissing(Path file) throws IOException {
        try {
            Files.createFile(file);
        } catch (FileAlreadyExistsException theRule) {
            // Made by the first process that came here.
        }
    }

    /** Device and number of the file, which hard links and mounts share; its real path where there is no such thing. */
    static Optional<Object> identityOf(Path file, FileCalls calls) throws IOException {
        try {
            BasicFileAttributes attributes = calls.stat().stat(file);
            return Optional.of(attributes.fileKey() == null ? file.toRealPath() : attributes.fileKey());
        } catch (NoSuchFileException missing) {
            return Optional.empty();
        }
    }

    /** The hold of this token in this JVM, be it under a guard that was removed since. */
    static Optional<Hold> find(LockKey key, OwnerToken token) {
        synchronized (OPEN) {
            return OPEN.values().stream()
                    .flatMap(guard -> guard.hold(key).stream())
                    .filter(hold -> hold.isOf(token))
                    .findFirst();
        }
    }

    static boolean anyHolds(LockRecord record) {
        return find(record.lockKey(), new OwnerToken(record.token())).isPresent();
    }

    static void tellWaiters() {
        WAITING.lock();
        try {
            RELEASED.signalAll();
        } finally {
            WAITING.unlock();
        }
    }

    /** Returns when something was released in this JVM, when the time is over, or for no reason: callers ask again. */
    @SuppressWarnings("WaitNotInLoop")
    static void awaitRelease(Duration most) throws InterruptedException {
        WAITING.lockInterruptibly();
        try {
            RELEASED.awaitNanos(most.toNanos());
        } finally {
            WAITING.unlock();
        }
    }
}
