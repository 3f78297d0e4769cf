package dev.holdfast.pg;

import static org.awaitility.Awaitility.await;

import dev.holdfast.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A PgBouncer in transaction mode before the tests' server, on loopback. It ends when it is closed, or with this JVM: the
 * shell it runs under then reads the end of its input.
 */
final class PgBouncer implements AutoCloseable {
    private static final List<Path> PLACES =
            List.of(Path.of("/usr/sbin/pgbouncer"), Path.of("/usr/bin/pgbouncer"), Path.of("/usr/local/bin/pgbouncer"));
    private static final String UNTIL_END_OF_INPUT = "\"$@\" & read -r _; kill $!; wait $!";
    private static final Duration LONGEST_START = Duration.ofSeconds(20);

    private final Process process;
    private final int port;

    private PgBouncer(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /** Where it is installed; empty if it is not. */
    static Optional<Path> program() {
        return PLACES.stream().filter(Files::isExecutable).findFirst();
    }

    /** @param folder for its configuration, readable by whomever it runs as */
    static PgBouncer start(Path program, Path folder) throws IOException {
        int port = freePort();
        Path configuration = configure(folder, port);
        List<String> asItself = List.of("sh", "-c", UNTIL_END_OF_INPUT, "sh", program.toString());
        // It refuses to be root, and gives that up by itself.
        Stream<String> rest = System.getProperty("user.name").equals("root")
                ? Stream.of("-u", "nobody", configuration.toString())
                : Stream.of(configuration.toString());
        Process process = new ProcessBuilder(
                        Stream.concat(asItself.stream(), rest).toList())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile())
                .start();
        PgBouncer pooler = new PgBouncer(process, port);
        await().atMost(LONGEST_START).until(pooler::answers);
        return pooler;
    }

    private static Path configure(Path folder, int port) throws IOException {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        EmbeddedPostgres server = EmbeddedPostgres.shared();
        Path users = folder.resolve("users");
        Files.writeString(users, "\"" + server.user() + "\" \"" + server.password() + "\"\n");
        Path configuration = folder.resolve("pgbouncer.ini");
        Files.writeString(configuration, """
                [databases]
                * = host=127.0.0.1 port=%d
                [pgbouncer]
                listen_addr = 127.0.0.1
                listen_port = %d
                unix_socket_dir =
                auth_type = scram-sha-256
                auth_file = %s
                pool_mode = transaction
                default_pool_size = 4
                ignore_startup_parameters = extra_float_digits
                """.formatted(server.port(), port, users));
        return configuration;
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private boolean answers() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1_000);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    int port() {
        return port;
    }

    @Override
    public void close() throws IOException, InterruptedException {
        process.getOutputStream().close();
        process.waitFor();
    }
}
