package dev.holdfast.embedded;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** One running Redis under its {@link Guard}. */
final class RedisProcess {
    private static final Duration STOP = Duration.ofSeconds(15);
    private static final int LOOK_MILLIS = 500;
    private static final int SHORTEST_ANSWER = "+PONG\r\n".length();

    private final Process guard;
    private final Path root;
    private final int port;

    private RedisProcess(Process guard, Path root, int port) {
        this.guard = guard;
        this.root = root;
        this.port = port;
    }

    static RedisProcess launch(Path program, Path root, int port, Map<String, String> settings) throws IOException {
        List<String> command = Guard.command();
        command.add(program.toString());
        set(command, "bind", "127.0.0.1");
        set(command, "port", Integer.toString(port));
        set(command, "dir", root.toString());
        set(command, "pidfile", pidFile(root).toString());
        settings.forEach((name, value) -> set(command, name, value));
        Files.deleteIfExists(pidFile(root));
        ProcessBuilder.Redirect log = ProcessBuilder.Redirect.appendTo(log(root).toFile());
        Process guard = new ProcessBuilder(command)
                .directory(root.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log)
                .start();
        return new RedisProcess(guard, root, port);
    }

    private static void set(List<String> command, String name, String value) {
        command.add("--" + name);
        command.add(value);
    }

    static Path log(Path root) {
        return root.resolve("redis.log");
    }

    static Path pidFile(Path root) {
        return root.resolve("redis.pid");
    }

    boolean isAlive() {
        return guard.isAlive();
    }

    boolean endsWithin(Duration patience) throws InterruptedException {
        return guard.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** True once it answers anything at all: a password that it asks for is an answer as well. */
    boolean answers() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), LOOK_MILLIS);
            socket.setSoTimeout(LOOK_MILLIS);
            socket.getOutputStream().write("PING\r\n".getBytes(StandardCharsets.US_ASCII));
            byte[] answer = socket.getInputStream().readNBytes(SHORTEST_ANSWER);
            String text = new String(answer, StandardCharsets.US_ASCII);
            return text.startsWith("+PONG") || text.startsWith("-NOAUTH");
        } catch (IOException notYet) {
            return false;
        }
    }

    /** Writes what it has to write, and goes. */
    void stop() throws IOException, InterruptedException {
        resume();
        letGo();
        if (!endsWithin(STOP)) {
            kill();
        }
    }

    /** Goes at once, as in a crash. */
    void kill() throws IOException, InterruptedException {
        Signals.send("KILL", pid());
        letGo();
        guard.waitFor();
    }

    /** Asks for a stop in good order and does not wait for it. */
    void letGo() throws IOException {
        guard.getOutputStream().close();
    }

    void pause() throws IOException, InterruptedException {
        Signals.send("STOP", pid());
    }

    void resume() throws IOException, InterruptedException {
        if (isAlive()) {
            Signals.send("CONT", pid());
        }
    }

    /** Empty when Redis has removed its mark, which it does when it ends in good order. */
    private List<Long> pid() throws IOException {
        try {
            return List.of(Long.parseLong(Files.readString(pidFile(root)).strip()));
        } catch (NoSuchFileException ended) {
            return List.of();
        }
    }
}
