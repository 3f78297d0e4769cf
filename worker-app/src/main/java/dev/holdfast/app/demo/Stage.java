package dev.holdfast.app.demo;

import dev.holdfast.embedded.EmbeddedPostgres;
import dev.holdfast.embedded.EmbeddedRedis;
import dev.holdfast.pg.Migrations;
import dev.holdfast.pg.PgConfig;
import dev.holdfast.pg.PgStore;
import dev.holdfast.plugin.DemoScenario;
import dev.holdfast.plugin.DemoScenario.DemoDelivery;
import dev.holdfast.plugin.DemoScenario.Verdict;
import dev.holdfast.plugin.Plugins;
import dev.holdfast.plugin.Settings;
import dev.holdfast.plugin.Webhook;
import dev.holdfast.plugin.WorkerPlugin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.flywaydb.core.api.FlywayException;

/** What the demo plays on: a PostgreSQL that keeps its data in the folder, and the plugin's stand-in. */
public final class Stage implements AutoCloseable {
    private final Place place;
    private final EmbeddedPostgres postgres;
    private final Optional<EmbeddedRedis> redis;
    private final WorkerPlugin plugin;
    private final DemoScenario scenario;
    private final StandIn standIn;

    /**
     * What was there before.
     *
     * @param folder keeps the data
     * @param program main class of this program, which a worker in a process of its own runs as well
     * @param screen where a person watches
     * @param locks where locks are kept
     */
    public record Place(Path folder, Class<?> program, Screen screen, DemoLocks locks) {}

    private Stage(Place place, EmbeddedPostgres postgres, Optional<EmbeddedRedis> redis, WorkerPlugin plugin)
            throws IOException {
        this.place = place;
        this.postgres = postgres;
        this.redis = redis;
        this.plugin = plugin;
        this.scenario = plugin.demo().orElseThrow();
        this.standIn = StandIn.start(scenario, place.folder());
    }

    /** Starts everything; 3 to 5 seconds the first time. */
    public static Stage set(Place place) throws IOException, InterruptedException {
        WorkerPlugin plugin = pluginWithDemo();
        Path data = Files.createDirectories(place.folder()).resolve("postgres");
        Screen screen = place.screen();
        screen.say("starting PostgreSQL; its data is in " + data);
        EmbeddedPostgres postgres = EmbeddedPostgres.start(data);
        try {
            screen.say(migrated(postgres, data));
            Stage stage = new Stage(place, postgres, startRedis(place), plugin);
            screen.say("look inside from another terminal: ./holdfast jobs list --config " + stage.writeProperties());
            return stage;
        } catch (IOException | InterruptedException | RuntimeException e) {
            postgres.close();
            throw e;
        }
    }

    /** It ends with this process, however that goes. */
    private static Optional<EmbeddedRedis> startRedis(Place place) throws IOException, InterruptedException {
        if (place.locks() != DemoLocks.REDIS) {
            return Optional.empty();
        }
        Path data = place.folder().resolve("redis");
        place.screen().say("starting Redis, which keeps the locks; its data is in " + data);
        return Optional.of(EmbeddedRedis.start(data));
    }

    /** Data of another version may be in the way; it is the demo's own, and may go. */
    private static String migrated(EmbeddedPostgres postgres, Path data) {
        try {
            return Migrations.migrate(PgConfig.of(postgres.jdbcUrl())).toString();
        } catch (FlywayException e) {
            throw new IllegalStateException(
                    "the data in " + data + " is of another version of Holdfast; remove that folder and start again",
                    e);
        }
    }

    private static WorkerPlugin pluginWithDemo() {
        return Plugins.load(Optional.empty()).all().stream()
                .filter(plugin -> plugin.demo().isPresent())
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no plugin on the class path has a demo"));
    }

    private String writeProperties() throws IOException {
        Path file = place.folder().resolve("demo.properties");
        Files.deleteIfExists(file);
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        String locks = redis.map(server -> "locks=redis\nredis.url=" + server.url() + "\n")
                .orElse("");
        Files.writeString(
                file,
                "# The embedded servers, while the demo runs.\ndatabase.url=" + postgres.jdbcUrl() + "\n" + locks);
        return Path.of("").toAbsolutePath().relativize(file.toAbsolutePath()).toString();
    }

    Path folder() {
        return place.folder();
    }

    Class<?> program() {
        return place.program();
    }

    Screen screen() {
        return place.screen();
    }

    DemoScenario scenario() {
        return scenario;
    }

    /** Settings of every worker. */
    Map<String, String> settings() {
        Map<String, String> settings = new HashMap<>(Times.SETTINGS);
        settings.putAll(scenario.settingsFor(standIn.port()));
        settings.put("HOLDFAST_DATABASE_URL", postgres.jdbcUrl());
        settings.put("HOLDFAST_HTTP_PORT", "0");
        redis.ifPresent(server -> {
            settings.put("HOLDFAST_LOCKS", "redis");
            settings.put("HOLDFAST_REDIS_URL", server.url());
            settings.put("HOLDFAST_REDIS_LOCK_TTL", Times.TTL.toMillis() + "ms");
        });
        return settings;
    }

    Webhook webhook() {
        return plugin.webhook(new Settings(scenario.settingsFor(standIn.port())))
                .orElseThrow();
    }

    /** Every run's deliveries are new to the database. */
    List<DemoDelivery> deliveries(int count) {
        return scenario.deliveries(UUID.randomUUID().toString().substring(0, 8), count);
    }

    Records records() throws SQLException {
        return new Records(postgres.jdbcUrl(), redis.map(EmbeddedRedis::url));
    }

    /** What the ledger of locks should never show, and does, of so long ago until now. */
    List<String> auditedFaults(Duration since) {
        try (PgStore store = PgStore.open(PgConfig.of(postgres.jdbcUrl()))) {
            return store.lockHistory().audit(since).findings().stream()
                    .map(found -> "the ledger shows on " + found.key() + ": " + found.text())
                    .toList();
        }
    }

    Verdict verdict() {
        return scenario.judge(standIn.log());
    }

    @Override
    public void close() throws IOException, InterruptedException {
        standIn.close();
        redis.ifPresent(EmbeddedRedis::close);
        postgres.close();
    }
}
