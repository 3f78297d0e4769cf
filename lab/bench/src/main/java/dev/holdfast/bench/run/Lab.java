package dev.holdfast.bench.run;

import dev.holdfast.embedded.EmbeddedPostgres;
import dev.holdfast.embedded.EmbeddedRedis;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * The servers of a run, started when they are first needed and stopped at its end. PostgreSQL runs as it would in
 * production: fsync and synchronous commit are on. For one thread.
 */
public final class Lab implements AutoCloseable {
    /** Settings any operator would make, and no durability given up. */
    private static final Map<String, String> POSTGRES = Map.of("shared_buffers", "512MB", "max_wal_size", "4GB");

    private final Path folder;
    private EmbeddedPostgres postgres;
    private EmbeddedRedis redis;

    public Lab() throws IOException {
        folder = Files.createTempDirectory("holdfast-bench");
    }

    /** URL of a database that is empty. */
    String database() throws IOException, InterruptedException {
        if (postgres == null) {
            postgres = EmbeddedPostgres.start(folder.resolve("postgres"), POSTGRES);
        }
        return postgres.createDatabase();
    }

    /** URL of a Redis that may hold keys of earlier measurements. */
    String redis() throws IOException, InterruptedException {
        if (redis == null) {
            redis = EmbeddedRedis.start(folder.resolve("redis"));
        }
        return redis.url();
    }

    @Override
    public void close() throws IOException {
        if (redis != null) {
            redis.close();
        }
        if (postgres != null) {
            postgres.close();
        }
        Folders.delete(folder);
    }
}
