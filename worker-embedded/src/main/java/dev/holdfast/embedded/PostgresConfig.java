package dev.holdfast.embedded;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What an {@link EmbeddedPostgres} is started with. Immutable.
 *
 * @param root the folder of this one server: data, password, log; made when missing
 * @param binaries where the PostgreSQL programs are unpacked; several servers may share it
 * @param port the loopback port to listen on, 0 for any free one
 * @param settings PostgreSQL settings by name, as in {@code postgresql.conf}
 */
public record PostgresConfig(Path root, Path binaries, int port, Map<String, String> settings) {
    private static final int MAX_PORT = 65_535;

    public PostgresConfig {
        if (port < 0 || port > MAX_PORT) {
            throw new IllegalArgumentException("port " + port + " is not between 0 and " + MAX_PORT);
        }
        root = root.toAbsolutePath().normalize();
        binaries = binaries.toAbsolutePath().normalize();
        settings = Map.copyOf(settings);
    }

    /** A server in this folder, programs beside the data, on any free port, with PostgreSQL's own settings. */
    public static PostgresConfig in(Path root) {
        return new PostgresConfig(root, root.resolve("pgsql"), 0, Map.of());
    }

    public PostgresConfig withBinaries(Path folder) {
        return new PostgresConfig(root, folder, port, settings);
    }

    public PostgresConfig withPort(int number) {
        return new PostgresConfig(root, binaries, number, settings);
    }

    public PostgresConfig with(String setting, String value) {
        Map<String, String> more = new LinkedHashMap<>(settings);
        more.put(setting, value);
        return new PostgresConfig(root, binaries, port, more);
    }
}
