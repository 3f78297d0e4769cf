package dev.holdfast.embedded;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** Reads as much of the tar format as the PostgreSQL archives use: folders, files and symbolic links. */
final class Tar {
    private static final int BLOCK = 512;
    private static final int EXECUTABLE = 0100;

    private final DataInputStream in;
    private final Path target;
    private final byte[] header = new byte[BLOCK];

    private Tar(InputStream in, Path target) {
        this.in = new DataInputStream(in);
        this.target = target;
    }

    static void unpack(InputStream in, Path target) throws IOException {
        Tar tar = new Tar(in, target);
        while (tar.next()) {
            tar.write();
        }
    }

    private boolean next() throws IOException {
        in.readFully(header);
        return header[0] != 0;
    }

    private void write() throws IOException {
        Path to = path();
        switch (header[156]) {
            case '5' -> folder(to);
            case '2' -> link(to);
            case '0', 0 -> file(to);
            default -> throw new IOException("unknown tar entry type " + header[156] + " for " + to);
        }
    }

    private Path path() throws IOException {
        String prefix = text(345, 155);
        Path to = target.resolve(prefix).resolve(text(0, 100)).normalize();
        if (!to.startsWith(target)) {
            throw new IOException("a tar entry points outside of its folder: " + to);
        }
        return to;
    }

    /** Permissions are set, not left to the umask: another user has to run these programs. */
    private void folder(Path to) throws IOException {
        if (!Files.isDirectory(to)) {
            folder(to.getParent());
            Files.createDirectory(to);
        }
        Files.setPosixFilePermissions(to, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private void link(Path to) throws IOException {
        folder(to.getParent());
        Files.createSymbolicLink(to, Path.of(text(157, 100)));
    }

    private void file(Path to) throws IOException {
        folder(to.getParent());
        int size = octal(124, 12);
        Files.write(to, in.readNBytes(size));
        in.skipNBytes((BLOCK - size % BLOCK) % BLOCK);
        boolean executable = (octal(100, 8) & EXECUTABLE) != 0;
        Files.setPosixFilePermissions(to, PosixFilePermissions.fromString(executable ? "rwxr-xr-x" : "rw-r--r--"));
    }

    private int octal(int offset, int length) {
        return Integer.parseInt(text(offset, length).trim(), 8);
    }

    private String text(int offset, int length) {
        int end = 0;
        while (end < length && header[offset + end] != 0) {
            end++;
        }
        return new String(header, offset, end, StandardCharsets.US_ASCII);
    }
}
