package dev.holdfast.embedded;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/** Brings a server up: on a port, answering to the password, or not at all. */
final class Start {
    static final String DATABASE = "postgres";
    private static final int PORTS_TO_TRY = 3;
    private static final int LOG_LINES_IN_ERRORS = 15;
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(25);

    private final PostgresConfig config;
    private final Programs programs;
    private final Cluster cluster;

    private Start(PostgresConfig config, Programs programs, Cluster cluster) {
        this.config = config;
        this.programs = programs;
        this.cluster = cluster;
    }

    /** The caller holds the folder's lock. */
    static Start prepare(PostgresConfig config) throws IOException, InterruptedException {
        Programs programs = Programs.prepare(config);
        Cluster cluster = new Cluster(programs);
        Orphan.stop(cluster, programs);
        cluster.initializeOnce();
        return new Start(config, programs, cluster);
    }

    static String url(int port, String database) {
        return "jdbc:postgresql://127.0.0.1:" + port + "/" + database;
    }

    String password() throws IOException {
        return cluster.password();
    }

    /** On the configured port, or on a free one; somebody may take a free one before PostgreSQL does. */
    Running onAnyPort() throws IOException, InterruptedException {
        if (config.port() != 0) {
            return new Running(on(config.port()), config.port());
        }
        for (int tries = 1; ; tries++) {
            int port = freePort();
            try {
                return new Running(on(port), port);
            } catch (IOException e) {
                if (tries == PORTS_TO_TRY) {
                    throw e;
                }
            }
        }
    }

    ServerProcess on(int port) throws IOException, InterruptedException {
        ServerProcess process = ServerProcess.launch(programs, cluster, port, config.settings());
        try {
            awaitAnswer(process, port);
            return process;
        } catch (IOException e) {
            process.stop();
            throw e;
        } catch (InterruptedException e) {
            process.letGo();
            throw e;
        }
    }

    private void awaitAnswer(ServerProcess process, int port) throws IOException, InterruptedException {
        long start = System.nanoTime();
        while (!answers(port)) {
            if (process.endsWithin(BETWEEN_LOOKS)) {
                throw new IOException("PostgreSQL did not start on port " + port + ":\n" + endOfLog());
            }
            if (System.nanoTime() - start > PATIENCE.toNanos()) {
                throw new IOException("PostgreSQL did not answer within " + PATIENCE + ":\n" + endOfLog());
            }
        }
    }

    private boolean answers(int port) throws IOException {
        String impatient = url(port, DATABASE) + "?sslmode=disable&gssEncMode=disable&connectTimeout=2&socketTimeout=2";
        try (Connection connection = DriverManager.getConnection(impatient, Cluster.SUPERUSER, password())) {
            return connection.isValid(0);
        } catch (SQLException notYet) {
            return false;
        }
    }

    private String endOfLog() throws IOException {
        Path log = ServerProcess.log(programs.root());
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
