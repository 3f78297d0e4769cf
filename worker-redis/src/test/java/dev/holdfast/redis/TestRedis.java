package dev.holdfast.redis;

import dev.holdfast.embedded.EmbeddedRedis;
import dev.holdfast.embedded.RedisServer;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** A server of one test class, and a straight way to it. */
final class TestRedis implements AutoCloseable {
    static final String DEPLOYMENT = "test";

    final EmbeddedRedis server;
    private final RedisClient client;
    private final StatefulRedisConnection<String, String> connection;

    private TestRedis(EmbeddedRedis server) {
        this.server = server;
        this.client = RedisClient.create(server.url());
        this.connection = client.connect();
    }

    static TestRedis start(String... settings) throws IOException, InterruptedException {
        Path parent = Path.of(System.getProperty("holdfast.test.dir", System.getProperty("java.io.tmpdir")))
                .resolve("holdfast-redis");
        Files.createDirectories(parent);
        RedisServer config =
                RedisServer.in(Files.createTempDirectory(parent, "server-")).withBinaries(parent.resolve("bin"));
        for (int i = 0; i < settings.length; i += 2) {
            config = config.with(settings[i], settings[i + 1]);
        }
        return new TestRedis(EmbeddedRedis.start(config));
    }

    RedisCommands<String, String> redis() {
        return connection.sync();
    }

    RedisConfig config(Duration ttl) {
        return config(server.url(), ttl);
    }

    static RedisConfig config(String url, Duration ttl) {
        return RedisConfig.of(url).with(RedisConfig.Times.ofTtl(ttl));
    }

    static RedisLockStore open(RedisConfig config) {
        return RedisLockStore.open(config, () -> DEPLOYMENT);
    }

    /** How many scripts the server has begun to run, whatever became of their answers. */
    long scriptsRun() {
        return redis().info("commandstats")
                .lines()
                .filter(line -> line.startsWith("cmdstat_eval"))
                .mapToLong(line -> Long.parseLong(line.replaceAll(".*:calls=([0-9]+),.*", "$1")))
                .sum();
    }

    /** The value of a line of INFO. */
    String info(String section, String name) {
        return redis().info(section)
                .lines()
                .filter(line -> line.startsWith(name + ":"))
                .map(line -> line.substring(name.length() + 1))
                .findFirst()
                .orElseThrow();
    }

    @Override
    public void close() {
        connection.close();
        client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
        server.close();
    }
}
