package dev.holdfast.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A PostgreSQL server with a data directory that persists, for the demo and the tests. It listens on loopback only,
 * asks for a password, runs as root or not, and never outlives this JVM for long: it stops on {@link #close()} and
 * when the JVM is gone, however it went. It has no shutdown hook, so it is there until the very end of a drain.
 *
 * <p>The accessors may be called from any thread; one thread at a time starts and stops. Starting and stopping
 * block, for seconds the first time, and are interruptible. A second server in the same folder is refused.
 */
public final class EmbeddedPostgres implements AutoCloseable {
    private final Start start;
    private final FolderLock lock;
    private final int port;
    private final String password;
    private volatile ServerProcess process;

    private EmbeddedPostgres(Start start, FolderLock lock) throws IOException, InterruptedException {
        this.start = start;
        this.lock = lock;
        Running running = start.onAnyPort();
        this.process = running.process();
        this.port = running.port();
        this.password = start.password();
    }

    /** Starts a server in this folder on a free port. */
    public static EmbeddedPostgres start(Path root) throws IOException, InterruptedException {
        return start(PostgresConfig.in(root));
    }

    /** Starts a server in this folder on a free port, with these settings. */
    public static EmbeddedPostgres start(Path root, Map<String, String> settings)
            throws IOException, InterruptedException {
        PostgresConfig plain = PostgresConfig.in(root);
        return start(new PostgresConfig(plain.root(), plain.binaries(), plain.port(), settings));
    }

    public static EmbeddedPostgres start(PostgresConfig config) throws IOException, InterruptedException {
        Files.createDirectories(config.root());
        FolderLock lock = FolderLock.take(config.root());
        try {
            keepLastLog(config.root());
            return new EmbeddedPostgres(Start.prepare(config), lock);
        } catch (IOException | InterruptedException | RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    /**
     * The one server that the tests of this JVM share, started by whoever asks first, ended with the JVM. It keeps
     * nothing and trades durability for speed. Give every test class its own {@link #createDatabase()}; never stop it.
     */
    public static EmbeddedPostgres shared() {
        return SharedPostgres.server();
    }

    /** A complete URL: it carries the superuser and the password, so it does not belong in a log. */
    public String jdbcUrl() {
        return jdbcUrl(Start.DATABASE);
    }

    /** A complete URL of another database of this server. */
    public String jdbcUrl(String database) {
        return Start.url(port, database) + "?user=" + user() + "&password=" + password;
    }

    public int port() {
        return port;
    }

    public String user() {
        return Cluster.SUPERUSER;
    }

    public String password() {
        return password;
    }

    /** Makes an empty database with a name of its own and returns its complete URL. Blocks. */
    public String createDatabase() {
        String name =
                "db_" + HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
        try (Connection connection = DriverManager.getConnection(jdbcUrl());
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + name);
        } catch (SQLException e) {
            throw new IllegalStateException("cannot create database " + name + " on port " + port, e);
        }
        return jdbcUrl(name);
    }

    /** Stops in good order; {@link #startAgain()} brings the server back on the same port with the same data. */
    public void stop() throws IOException, InterruptedException {
        process.stop();
    }

    /** Stops as in a crash: connections break, nothing is flushed beyond what was committed. */
    public void stopImmediately() throws IOException, InterruptedException {
        process.stopImmediately();
    }

    /** Starts the stopped server again on its old port. */
    public void startAgain() throws IOException, InterruptedException {
        if (process.isAlive()) {
            throw new IllegalStateException("PostgreSQL on port " + port + " is running");
        }
        process = start.on(port);
    }

    /** Freezes the server: connections stay open, nothing answers, until {@link #resume()}. */
    public void pause() throws IOException, InterruptedException {
        process.pause();
    }

    public void resume() throws IOException, InterruptedException {
        process.resume();
    }

    /** Stops the server and gives the folder back. Repeating it does nothing. */
    @Override
    public void close() {
        try {
            process.stop();
            lock.close();
        } catch (InterruptedException e) {
            // The pipe is closed: PostgreSQL goes by itself, and with this JVM the lock goes as well.
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot stop PostgreSQL on port " + port, e);
        }
    }

    private static void keepLastLog(Path root) throws IOException {
        Path log = ServerProcess.log(root);
        if (Files.exists(log)) {
            Files.move(log, root.resolve("postgres.log.1"), StandardCopyOption.REPLACE_EXISTING);
        }
    }
}
