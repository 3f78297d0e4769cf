package dev.holdfast.embedded;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.tukaani.xz.XZInputStream;

/**
 * The PostgreSQL programs, unpacked once from the class path. The folder is named after the archive, so that a
 * newer archive is never mistaken for an older one, and it appears whole or not at all.
 */
final class PgBinaries {
    private PgBinaries() {}

    /** Returns the folder of the programs, unpacking them when nobody has. Safe against others doing the same. */
    static Path in(Path cache) throws IOException {
        byte[] archive = archive();
        Path home = cache.resolve(name(archive));
        if (!Files.isDirectory(home)) {
            unpack(archive, home);
        }
        return home.resolve("bin");
    }

    private static byte[] archive() throws IOException {
        String resource = "/postgres-linux-" + architecture() + ".txz";
        try (InputStream in = PgBinaries.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IOException("no embedded PostgreSQL on the class path: " + resource);
            }
            return in.readAllBytes();
        }
    }

    private static String architecture() throws IOException {
        String arch = System.getProperty("os.arch");
        return switch (arch) {
            case "amd64", "x86_64" -> "x86_64";
            case "aarch64" -> "arm_64";
            default -> throw new IOException("no embedded PostgreSQL for " + arch);
        };
    }

    private static String name(byte[] archive) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(archive);
            return HexFormat.of().formatHex(digest, 0, 8);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }

    private static void unpack(byte[] archive, Path home) throws IOException {
        Files.createDirectories(home.getParent());
        Files.setPosixFilePermissions(home.getParent(), PosixFilePermissions.fromString("rwxr-xr-x"));
        Path fresh = Files.createTempDirectory(home.getParent(), "unpacking-");
        try (InputStream in = new BufferedInputStream(new XZInputStream(new ByteArrayInputStream(archive)))) {
            Tar.unpack(in, fresh);
        }
        Files.setPosixFilePermissions(fresh, PosixFilePermissions.fromString("rwxr-xr-x"));
        publish(fresh, home);
    }

    private static void publish(Path fresh, Path home) throws IOException {
        try {
            Files.move(fresh, home, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileSystemException e) {
            Folders.delete(fresh);
            if (!Files.isDirectory(home)) {
                throw e;
            }
        }
    }
}
