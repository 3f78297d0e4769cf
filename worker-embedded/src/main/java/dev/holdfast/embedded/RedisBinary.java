package dev.holdfast.embedded;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;

/** The {@code redis-server} program, a static binary for amd64 and arm64, unpacked once from the class path. */
final class RedisBinary {
    private static final String VERSION = "7.0.15";

    private RedisBinary() {}

    /** Returns the program, unpacking it when nobody has. Safe against others doing the same. */
    static Path in(Path cache) throws IOException {
        Path program = cache.resolve("redis-server-" + VERSION);
        if (!Files.isExecutable(program)) {
            unpack(cache, program);
        }
        return program;
    }

    private static void unpack(Path cache, Path program) throws IOException {
        Files.createDirectories(cache);
        String resource = "/redis-server-" + VERSION + "-linux-" + architecture();
        Path fresh = Files.createTempFile(cache, "unpacking-", "");
        try (InputStream in = RedisBinary.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IOException("no embedded Redis on the class path: " + resource);
            }
            Files.copy(in, fresh, StandardCopyOption.REPLACE_EXISTING);
            Files.setPosixFilePermissions(fresh, PosixFilePermissions.fromString("rwxr-xr-x"));
            Files.move(fresh, program, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(fresh);
        }
    }

    private static String architecture() throws IOException {
        String arch = System.getProperty("os.arch");
        return switch (arch) {
            case "amd64", "x86_64" -> "amd64";
            case "aarch64" -> "arm64";
            default -> throw new IOException("no embedded Redis for " + arch);
        };
    }
}
