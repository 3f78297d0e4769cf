package dev.holdfast.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * A real Redis server for the demo and the tests, on Linux on amd64 and arm64. It listens on loopback only, runs as
 * whoever runs this JVM, keeps its data in its folder, and never outlives this JVM for long: it stops on
 * {@link #close()} and when the JVM is gone, however it went. It has no shutdown hook, so it is there until the very
 * end of a drain.
 *
 * <p>The accessors may be called from any thread; one thread at a time starts and stops. Starting and stopping block,
 * well below a second as a rule, and are interruptible. A second server in the same folder is refused.
 */
public final class EmbeddedRedis implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(10);
    private static final int PORTS_TO_TRY = 3;
    private static final int LOG_LINES_IN_ERRORS = 15;

    private final RedisServer config;
    private final Path program;
    private final FolderLock lock;
    private final int port;
    private volatile RedisProcess process;

    private EmbeddedRedis(RedisServer config, FolderLock lock) throws IOException, InterruptedException {
        this.config = config;
        this.lock = lock;
        this.program = RedisBinary.in(config.binaries());
        this.port = config.port() != 0 ? config.port() : freePort();
        this.process = launch();
    }

    /** Starts a server fit for locks in this folder on a free port. */
    public static EmbeddedRedis start(Path root) throws IOException, InterruptedException {
        return start(RedisServer.in(root));
    }

    public static EmbeddedRedis start(RedisServer config) throws IOException, InterruptedException {
        Files.createDirectories(config.root());
        FolderLock lock = FolderLock.take(config.root());
        try {
            return onAnyPort(config, lock);
        } catch (IOException | InterruptedException | RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    /** Somebody may take a free port before Redis does. */
    private static EmbeddedRedis onAnyPort(RedisServer config, FolderLock lock)
            throws IOException, InterruptedException {
        for (int tries = 1; ; tries++) {
            try {
                return new EmbeddedRedis(config, lock);
            } catch (IOException e) {
                if (config.port() != 0 || tries == PORTS_TO_TRY) {
                    throw e;
                }
            }
        }
    }

    private RedisProcess launch() throws IOException, InterruptedException {
        RedisProcess launched = RedisProcess.launch(program, config.root(), port, config.settings());
        long start = System.nanoTime();
        while (!launched.answers()) {
            if (launched.endsWithin(BETWEEN_LOOKS) || System.nanoTime() - start > PATIENCE.toNanos()) {
                launched.stop();
                throw new IOException("Redis did not start on port " + port + ":\n" + endOfLog());
            }
        }
        return launched;
    }

    /** {@code redis://127.0.0.1:port}. */
    public String url() {
        return "redis://127.0.0.1:" + port;
    }

    public int port() {
        return port;
    }

    /** Stops in good order; {@link #startAgain()} brings the server back on the same port with the same data. */
    public void stop() throws IOException, InterruptedException {
        process.stop();
    }

    /** Stops as in a crash: what the append-only file does not hold is lost. */
    public void stopImmediately() throws IOException, InterruptedException {
        process.kill();
    }

    /** Starts the stopped server again on its old port. */
    public void startAgain() throws IOException, InterruptedException {
        if (process.isAlive()) {
            throw new IllegalStateException("Redis on port " + port + " is running");
        }
        process = launch();
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
            // The pipe is closed: Redis goes by itself, and with this JVM the lock goes as well.
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot stop Redis on port " + port, e);
        }
    }

    private String endOfLog() throws IOException {
        Path log = RedisProcess.log(config.root());
        List<String> lines = Files.readAllLines(log);
        List<String> end = lines.subList(Math.max(0, lines.size() - LOG_LINES_IN_ERRORS), lines.size());
        return String.join("\n", end) + "\n(all of it: " + log + ")";
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
