package dev.holdfast.lock.file;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;

/**
 * The calls that can fail, or find something strange. None of them goes through a channel: a channel is closed under a
 * thread that is interrupted, and handlers are interrupted just when their locks are to be released.
 *
 * @param open opens a file to read or to write it
 * @param write writes and waits until the disk has it
 * @param stat looks at a file without opening it
 */
record FileCalls(Open open, Write write, Stat stat) {
    static final FileCalls REAL = new FileCalls(
            (path, mode) -> new RandomAccessFile(path.toFile(), mode),
            FileCalls::writeDurably,
            path -> Files.readAttributes(path, BasicFileAttributes.class));

    /** No record and no fence is nearly as long. */
    private static final int LONGEST = 64 * 1024;

    /** A file may come and go between two looks at it; so often it is looked for. */
    private static final int MOST_LOOKS = 5;

    /** Opens a file. */
    @FunctionalInterface
    interface Open {
        RandomAccessFile open(Path path, String mode) throws IOException;
    }

    /** Replaces what a file holds, durably. */
    @FunctionalInterface
    interface Write {
        void write(RandomAccessFile file, byte[] bytes) throws IOException;
    }

    /** Looks at a file. */
    @FunctionalInterface
    interface Stat {
        /** @throws NoSuchFileException if it is not there */
        BasicFileAttributes stat(Path path) throws IOException;
    }

    private static void writeDurably(RandomAccessFile file, byte[] bytes) throws IOException {
        file.setLength(0);
        file.write(bytes);
        file.getFD().sync();
    }

    void write(Path path, byte[] bytes) throws IOException {
        try (RandomAccessFile file = open.open(path, "rw")) {
            write.write(file, bytes);
        }
    }

    /** Puts a file in another's place, for good: without the last step a power cut could bring the old one back. */
    void replace(Path file, byte[] bytes) throws IOException {
        Path fresh = KeyFiles.temporary(file);
        write(fresh, bytes);
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
        syncFolder(file.getParent());
    }

    /** A folder can be opened by a channel only, and that must not see that its thread is interrupted. */
    private static void syncFolder(Path folder) throws IOException {
        boolean interrupted = Thread.interrupted();
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** What a file holds, up to a limit; empty if there is none. */
    Optional<byte[]> read(Path path) throws IOException {
        for (int looks = 1; ; looks++) {
            try {
                return Optional.of(contentOf(path));
            } catch (IOException e) {
                if (Files.notExists(path)) {
                    return Optional.empty();
                }
                boolean mayHaveAppeared = e instanceof FileNotFoundException && looks < MOST_LOOKS;
                if (!mayHaveAppeared) {
                    throw e;
                }
            }
        }
    }

    private byte[] contentOf(Path path) throws IOException {
        try (RandomAccessFile file = open.open(path, "r")) {
            byte[] bytes = new byte[(int) Math.min(LONGEST, file.length())];
            file.readFully(bytes);
            return bytes;
        }
    }
}
