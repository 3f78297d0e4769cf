package dev.holdfast.pg;

import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;

/** A test with a database of its class's own, emptied for each test, and a scene on it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class PgTest {
    TestDatabase database;
    PgScene scene;

    @BeforeAll
    final void createDatabase() {
        database = TestDatabase.create();
    }

    @AfterAll
    final void closeDatabase() throws SQLException {
        database.close();
    }

    @BeforeEach
    final void openScene() {
        database.clear();
        scene = new PgScene(database);
    }

    @AfterEach
    final void closeScene() {
        scene.close();
    }
}
