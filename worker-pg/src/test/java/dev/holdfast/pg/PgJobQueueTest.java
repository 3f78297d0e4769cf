package dev.holdfast.pg;

import dev.holdfast.contract.JobQueueContract;
import dev.holdfast.contract.StoreUnderTest;
import java.io.IOException;
import org.junit.jupiter.api.BeforeAll;

class PgJobQueueTest extends JobQueueContract {
    private static TestDatabase database;

    @BeforeAll
    static void createDatabase() {
        database = TestDatabase.create();
    }

    @Override
    protected StoreUnderTest open() throws IOException {
        return new PgUnderTest(database);
    }
}
