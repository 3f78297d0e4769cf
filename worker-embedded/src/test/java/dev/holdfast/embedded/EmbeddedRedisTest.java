package dev.holdfast.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedRedisTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @TempDir
    Path root;

    private RedisServer config() {
        return RedisServer.in(root).withBinaries(binaries());
    }

    private static Path binaries() {
        String folder = System.getProperty("holdfast.test.dir", System.getProperty("java.io.tmpdir"));
        return Path.of(folder, "holdfast-redis", "bin");
    }

    /** Sends a command in the plain form that people type, and reads the first line of the answer. */
    private static String ask(int port, String command) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(2000);
            socket.getOutputStream().write((command + "\r\n").getBytes(StandardCharsets.US_ASCII));
            StringBuilder line = new StringBuilder();
            for (int c = socket.getInputStream().read();
                    c >= 0 && c != '\n';
                    c = socket.getInputStream().read()) {
                line.append((char) c);
            }
            return line.toString().strip();
        }
    }

    private long pid() throws IOException {
        return Long.parseLong(Files.readString(root.resolve("redis.pid")).strip());
    }

    @Test
    void what_it_answered_survives_a_restart_and_a_crash() throws Exception {
        try (EmbeddedRedis redis = EmbeddedRedis.start(config())) {
            ask(redis.port(), "SET a 1");
            redis.stop();
            redis.startAgain();
            assertThat(ask(redis.port(), "INCR a")).isEqualTo(":2");
            redis.stopImmediately();
            redis.startAgain();
            assertThat(ask(redis.port(), "INCR a")).isEqualTo(":3");
        }
    }

    @Test
    void it_evicts_nothing_unless_it_is_told_to() throws Exception {
        try (EmbeddedRedis redis =
                EmbeddedRedis.start(config().with("maxmemory", "3mb").with("requirepass", "secret"))) {
            assertThat(ask(redis.port(), "PING")).startsWith("-NOAUTH");
            assertThat(redis.url()).isEqualTo("redis://127.0.0.1:" + redis.port());
        }
        try (EmbeddedRedis redis = EmbeddedRedis.start(config().with("maxmemory", "1"))) {
            assertThat(ask(redis.port(), "SET a 1")).startsWith("-OOM");
        }
        try (EmbeddedRedis redis =
                EmbeddedRedis.start(config().with("maxmemory", "1").with("maxmemory-policy", "allkeys-lru"))) {
            assertThat(ask(redis.port(), "EXISTS a")).isEqualTo(":0");
        }
    }

    @Test
    void a_frozen_server_keeps_its_connections_and_answers_when_it_goes_on() throws Exception {
        try (EmbeddedRedis redis = EmbeddedRedis.start(config())) {
            redis.pause();
            assertThatThrownBy(() -> ask(redis.port(), "PING")).isInstanceOf(SocketTimeoutException.class);
            redis.resume();
            assertThat(ask(redis.port(), "PING")).isEqualTo("+PONG");
        }
    }

    @Test
    void it_listens_on_loopback_alone_and_a_second_one_in_its_folder_is_refused() throws Exception {
        try (EmbeddedRedis redis = EmbeddedRedis.start(config())) {
            assertThat(ask(redis.port(), "CONFIG GET bind")).isEqualTo("*2");
            assertThatThrownBy(() -> EmbeddedRedis.start(config())).isInstanceOf(FolderInUse.class);
            assertThat(ask(redis.port(), "PING")).isEqualTo("+PONG");
        }
    }

    @Test
    void a_server_that_cannot_start_says_why() {
        assertThatThrownBy(() -> EmbeddedRedis.start(config().with("maxmemory-policy", "nonsense")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("maxmemory-policy");
    }

    @Test
    void it_dies_with_its_jvm_even_by_kill_nine() throws Exception {
        Process jvm = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        ChildRedis.class.getName(),
                        root.toString(),
                        binaries().toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            assertThat(jvm.getInputStream().read()).isEqualTo('1');
            ProcessHandle server = ProcessHandle.of(pid()).orElseThrow();
            jvm.destroyForcibly().waitFor();
            await().atMost(PATIENCE).until(() -> !server.isAlive());
        } finally {
            jvm.destroyForcibly();
        }
    }

    /** A JVM of its own that starts a server and then only waits to be killed. */
    static final class ChildRedis {
        public static void main(String[] args) throws Exception {
            RedisServer config = RedisServer.in(Path.of(args[0])).withBinaries(Path.of(args[1]));
            try (EmbeddedRedis redis = EmbeddedRedis.start(config)) {
                System.out.print(redis.port() > 0 ? '1' : '0');
                System.out.flush();
                int endOfInput = System.in.read();
                throw new IllegalStateException("not killed but told " + endOfInput);
            }
        }
    }
}
