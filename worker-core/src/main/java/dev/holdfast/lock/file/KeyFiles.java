package dev.holdfast.lock.file;

import dev.holdfast.lock.LockKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The files of one key. The names cannot leave the directory: a slash becomes a plus, which no key has, and no name is
 * only dots. Written by whoever holds the key's kernel lock, and by nobody else, so that a temporary name serves all.
 *
 * @param record what the holder says of itself
 * @param fence the number of the last grant
 */
record KeyFiles(Path record, Path fence) {
    static final String RECORD = ".lock";
    private static final String NAMESPACE = "ns+";
    static final String FENCE = ".fence";

    /** A namespace is a folder; a key has one record and one fence in it. */
    static KeyFiles of(Path directory, LockKey key) {
        Path folder = directory.resolve(NAMESPACE + plain(key.namespace()));
        String name = plain(key.name());
        return new KeyFiles(folder.resolve(name + RECORD), folder.resolve(name + FENCE));
    }

    /** The way back from the names of a folder and a fence in it. */
    static LockKey key(String folder, String fence) {
        String namespace = folder.substring(NAMESPACE.length()).replace('+', '/');
        return new LockKey(
                namespace, fence.substring(0, fence.length() - FENCE.length()).replace('+', '/'));
    }

    private static String plain(String name) {
        return name.replace('/', '+');
    }

    void makeFolder() throws IOException {
        Files.createDirectories(record.getParent());
    }

    static Path temporary(Path file) {
        return file.resolveSibling(file.getFileName() + ".new");
    }
}
