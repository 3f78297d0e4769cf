package dev.holdfast.embedded;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What an {@link EmbeddedRedis} is started with. Immutable.
 *
 * @param root the folder of this one server: append-only file, log; made when missing
 * @param binaries where the program is unpacked; several servers may share it
 * @param port the loopback port to listen on, 0 for any free one
 * @param settings Redis settings by name, as in {@code redis.conf}
 */
public record RedisServer(Path root, Path binaries, int port, Map<String, String> settings) {
    private static final int MAX_PORT = 65_535;
    /** What locks ask for: nothing is evicted, and nothing that was answered is forgotten by a restart. */
    private static final Map<String, String> FIT_FOR_LOCKS =
            Map.of("maxmemory-policy", "noeviction", "appendonly", "yes", "appendfsync", "always", "save", "");

    public RedisServer {
        if (port < 0 || port > MAX_PORT) {
            throw new IllegalArgumentException("port " + port + " is not between 0 and " + MAX_PORT);
        }
        root = root.toAbsolutePath().normalize();
        binaries = binaries.toAbsolutePath().normalize();
        settings = Map.copyOf(settings);
    }

    /** A server fit for locks in this folder, its program beside the data, on any free port. */
    public static RedisServer in(Path root) {
        return new RedisServer(root, root.resolve("bin"), 0, FIT_FOR_LOCKS);
    }

    public RedisServer withBinaries(Path folder) {
        return new RedisServer(root, folder, port, settings);
    }

    public RedisServer withPort(int number) {
        return new RedisServer(root, binaries, number, settings);
    }

    public RedisServer with(String setting, String value) {
        Map<String, String> more = new LinkedHashMap<>(settings);
        more.put(setting, value);
        return new RedisServer(root, binaries, port, more);
    }
}
