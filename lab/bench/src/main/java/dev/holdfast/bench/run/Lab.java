package dev.holdfast.bench.run;

import dev.holdfast.bench.report.Machine;
import dev.holdfast.embedded.EmbeddedPostgres;
import dev.holdfast.embedded.EmbeddedRedis;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The servers of a run, started when they are first needed and stopped at its end; or a PostgreSQL that is there. Its own
 * runs as it would in production: fsync and synchronous commit are on. For one thread.
 */
public final class Lab implements AutoCloseable {
    /** Settings any operator would make, and no durability given up. */
    private static final Map<String, String> POSTGRES =
            Map.of("shared_buffers", "512MB", "max_wal_size", "4GB", "fsync", "on", "synchronous_commit", "on");

    private final Path folder;
    private final Optional<Server> given;
    private EmbeddedPostgres plain;
    private EmbeddedPostgres watched;
    private EmbeddedRedis redis;

    /** With servers of its own. */
    public Lab() throws IOException {
        this(Optional.empty());
    }

    /** @param url of a PostgreSQL to use, whose role may make databases; empty for one of its own */
    public Lab(Optional<String> url) throws IOException {
        folder = Files.createTempDirectory("holdfast-bench");
        given = url.map(there -> new Server(there, false));
    }

    /** A database that is empty. */
    Database database() throws IOException, InterruptedException, SQLException {
        return server().database();
    }

    private Server server() throws IOException, InterruptedException {
        if (given.isPresent()) {
            return given.get();
        }
        if (plain == null) {
            plain = EmbeddedPostgres.start(folder.resolve("postgres"), POSTGRES);
        }
        return new Server(plain.jdbcUrl(), true);
    }

    /** A database that is empty, on a server that counts statements, which costs some of its speed. */
    Database watchedDatabase() throws IOException, InterruptedException, SQLException {
        if (given.isPresent()) {
            return given.get().database();
        }
        if (watched == null) {
            Map<String, String> settings = new LinkedHashMap<>(POSTGRES);
            settings.put("shared_preload_libraries", "pg_stat_statements");
            settings.put("pg_stat_statements.track", "all");
            watched = EmbeddedPostgres.start(folder.resolve("watched"), settings);
        }
        return new Server(watched.jdbcUrl(), true).database();
    }

    /** URL of a Redis that may hold keys of earlier measurements. */
    String redis() throws IOException, InterruptedException {
        if (redis == null) {
            redis = EmbeddedRedis.start(folder.resolve("redis"));
        }
        return redis.url();
    }

    /** The machine, and PostgreSQL's settings. */
    public Map<String, Object> machine() throws IOException, InterruptedException, SQLException {
        Map<String, Object> facts = Machine.described();
        facts.putAll(server().facts());
        return facts;
    }

    @Override
    public void close() throws IOException {
        if (redis != null) {
            redis.close();
        }
        if (watched != null) {
            watched.close();
        }
        if (plain != null) {
            plain.close();
        }
        Folders.delete(folder);
    }
}
