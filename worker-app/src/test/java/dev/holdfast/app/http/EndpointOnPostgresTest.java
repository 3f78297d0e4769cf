package dev.holdfast.app.http;

import dev.holdfast.embedded.EmbeddedPostgres;
import dev.holdfast.pg.Migrations;
import dev.holdfast.pg.PgConfig;
import dev.holdfast.pg.PgStore;
import dev.holdfast.queue.JobInspector;
import dev.holdfast.queue.JobQueue;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

class EndpointOnPostgresTest extends EndpointCases {
    private static final PgConfig DATABASE =
            PgConfig.of(EmbeddedPostgres.shared().createDatabase());

    private static PgStore store;

    @BeforeAll
    static void open() {
        Migrations.migrate(DATABASE);
        store = PgStore.open(DATABASE);
    }

    @AfterAll
    static void close() {
        store.close();
    }

    @BeforeEach
    void empty() throws SQLException {
        try (Connection connection = DriverManager.getConnection(DATABASE.url());
                Statement statement = connection.createStatement()) {
            statement.execute("truncate holdfast.jobs, holdfast.deliveries");
        }
    }

    @Override
    JobQueue queue() {
        return store.queue();
    }

    @Override
    JobInspector inspector() {
        return store.jobs();
    }
}
