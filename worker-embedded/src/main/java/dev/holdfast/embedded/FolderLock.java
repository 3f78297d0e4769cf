package dev.holdfast.embedded;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * One server per folder. The operating system drops the lock with the process, however it ends, so whoever holds
 * it knows that a PostgreSQL still running in the folder has lost its JVM.
 */
final class FolderLock implements AutoCloseable {
    private final FileChannel channel;

    private FolderLock(FileChannel channel) {
        this.channel = channel;
    }

    static FolderLock take(Path root) throws IOException {
        Path file = root.resolve("owner.lock");
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        if (!locked(channel)) {
            channel.close();
            throw new FolderInUse(root, Files.readString(file).strip());
        }
        String pid = ProcessHandle.current().pid() + "\n";
        channel.truncate(0).write(ByteBuffer.wrap(pid.getBytes(StandardCharsets.US_ASCII)));
        return new FolderLock(channel);
    }

    private static boolean locked(FileChannel channel) throws IOException {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException ownedByThisJvm) {
            return false;
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
