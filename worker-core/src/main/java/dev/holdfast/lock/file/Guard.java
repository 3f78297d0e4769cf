package dev.holdfast.lock.file;

import dev.holdfast.lock.LockKey;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * A directory's guard file, as this JVM has it open: the kernel locks of other processes and, above them, the holds of
 * this one, between whose threads the kernel makes no difference. Each key is one byte of the file, chosen by a hash, so
 * that one descriptor serves any number of keys; two keys of one byte would exclude each other, which is safe, and which
 * 62 bits make unlikely. The bytes need not exist.
 *
 * <p>Never closed, see {@link Guards}. Thread-safe. Nothing here waits for another process.
 */
final class Guard {
    private static final long POSITIONS = Long.MAX_VALUE >> 1;

    private final Path file;
    private final Object identity;
    private final FileChannel channel;
    private final ConcurrentMap<LockKey, Hold> holds = new ConcurrentHashMap<>();
    private volatile boolean proven;

    /** @param identity of the file, whatever path leads to it */
    Guard(Path file, Object identity, FileChannel channel) {
        this.file = file;
        this.identity = identity;
        this.channel = channel;
    }

    Path file() {
        return file;
    }

    boolean isOpen() {
        return channel.isOpen();
    }

    /** True while the kernel can hold locks for us, and for those who open the path now: somebody may have removed it. */
    boolean isInPlace(FileCalls calls) throws IOException {
        return isOpen() && Guards.identityOf(file, calls).equals(Optional.of(identity));
    }

    /** True once another process was seen to be kept out by a lock of ours. */
    boolean isProven() {
        return proven;
    }

    void prove() {
        proven = true;
    }

    static long position(LockKey key) {
        try {
            byte[] digest =
                    MessageDigest.getInstance("SHA-256").digest(key.toString().getBytes(StandardCharsets.UTF_8));
            return ByteBuffer.wrap(digest).getLong() & POSITIONS;
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }

    /**
     * Asks the kernel once. Does not block, and does not close the channel under an interrupted thread, as a read or a
     * write of it would.
     *
     * @return empty if another process, or another copy of this class, has the lock
     */
    Optional<FileLock> tryLock(LockKey key) throws IOException {
        try {
            return Optional.ofNullable(channel.tryLock(position(key), 1, false));
        } catch (OverlappingFileLockException anotherClassLoader) {
            return Optional.empty();
        }
    }

    Optional<Hold> hold(LockKey key) {
        return Optional.ofNullable(holds.get(key));
    }

    /** @return the hold that was there before, if there was one: then nothing has changed */
    Optional<Hold> enter(LockKey key, Hold hold) {
        return Optional.ofNullable(holds.putIfAbsent(key, hold));
    }

    void leave(LockKey key, Hold hold) {
        holds.remove(key, hold);
        Guards.tellWaiters();
    }
}
