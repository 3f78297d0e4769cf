package dev.holdfast.embedded;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** The one server of a test JVM, see {@link EmbeddedPostgres#shared()}. */
final class SharedPostgres {
    /** Test JVMs that may run in one folder at the same time. */
    private static final int SLOTS = 8;

    private static EmbeddedPostgres server;

    private SharedPostgres() {}

    /** One lock over a slow start on purpose: the others want the same server and have to wait for it. */
    static synchronized EmbeddedPostgres server() {
        if (server == null) {
            server = start();
        }
        return server;
    }

    private static EmbeddedPostgres start() {
        Path folder = Path.of(System.getProperty("holdfast.test.dir", System.getProperty("java.io.tmpdir")));
        try {
            EmbeddedPostgres started = inFreeSlot(folder.resolve("holdfast-postgres"));
            dropLeftovers(started);
            return started;
        } catch (IOException | SQLException e) {
            throw new IllegalStateException("the tests' PostgreSQL did not start", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the tests' PostgreSQL started", e);
        }
    }

    private static EmbeddedPostgres inFreeSlot(Path folder) throws IOException, InterruptedException {
        for (int slot = 1; ; slot++) {
            try {
                return EmbeddedPostgres.start(config(folder, slot));
            } catch (FolderInUse e) {
                if (slot == SLOTS) {
                    throw e;
                }
            }
        }
    }

    /** The data directory is kept, because a new one costs seconds; what the last run made in it is not. */
    private static void dropLeftovers(EmbeddedPostgres server) throws SQLException {
        try (Connection connection = DriverManager.getConnection(server.jdbcUrl());
                Statement statement = connection.createStatement()) {
            for (String name : databases(statement)) {
                statement.execute("DROP DATABASE " + name);
            }
        }
    }

    private static List<String> databases(Statement statement) throws SQLException {
        List<String> names = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery("SELECT datname FROM pg_database WHERE datname LIKE 'db\\_%'")) {
            while (rows.next()) {
                names.add(rows.getString(1));
            }
        }
        return names;
    }

    private static PostgresConfig config(Path folder, int slot) {
        return PostgresConfig.in(folder.resolve("server-" + slot))
                .withBinaries(folder.resolve("pgsql"))
                .with("fsync", "off")
                .with("full_page_writes", "off")
                .with("max_connections", "200");
    }
}
