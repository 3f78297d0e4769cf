package dev.holdfast.app.config;

import dev.holdfast.pg.PgConfig;
import dev.holdfast.runtime.WorkerConfig;
import java.time.Duration;
import java.util.Optional;

/**
 * Where the queue is.
 *
 * @param url a {@code jdbc:postgresql:} URL
 * @param user may be empty
 * @param password may be empty; never printed
 * @param directUrl past a pooler, as a {@code jdbc:postgresql:} URL, if it differs
 * @param poolSize connections in the pool
 */
public record Database(String url, String user, String password, Optional<String> directUrl, int poolSize) {
    static Database read(Reader reader) {
        DatabaseUrl url = reader.parsed(Key.DATABASE_URL, text -> DatabaseUrl.parse(reader.required(Key.DATABASE_URL)));
        Optional<String> direct = reader.text(Key.DATABASE_DIRECT_URL)
                .map(text -> reader.parsed(Key.DATABASE_DIRECT_URL, DatabaseUrl::parse)
                        .jdbc());
        return new Database(
                url.jdbc(),
                url.user().or(() -> reader.text(Key.DATABASE_USER)).orElse(""),
                url.password().or(() -> reader.text(Key.DATABASE_PASSWORD)).orElse(""),
                direct,
                reader.number(Key.DATABASE_POOL_SIZE, 1, 1000));
    }

    /** For connections of a worker whose session lives that long without a beat. */
    public PgConfig forWorker(Duration ttl) {
        return new PgConfig(url, user, password, new PgConfig.Options(poolSize, ttl, directUrl, true));
    }

    /** For commands that open no session. */
    public PgConfig forCommands() {
        return forWorker(WorkerConfig.Term.DEFAULTS.ttl());
    }

    /** Host and database, without what may be secret. */
    @Override
    public String toString() {
        return DatabaseUrl.shown(url);
    }
}
