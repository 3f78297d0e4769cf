package dev.holdfast.pg;

import dev.holdfast.contract.ParkingContract;
import dev.holdfast.contract.StoreUnderTest;
import java.io.IOException;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class PgParkingTest extends ParkingContract {
    private static TestDatabase database;

    @BeforeAll
    static void createDatabase() {
        database = TestDatabase.create();
    }

    @AfterAll
    static void closeDatabase() throws SQLException {
        database.close();
    }

    @Override
    protected StoreUnderTest open() throws IOException {
        return new PgUnderTest(database);
    }
}
