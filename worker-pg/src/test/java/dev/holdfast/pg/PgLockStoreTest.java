package dev.holdfast.pg;

import dev.holdfast.contract.LockStoreContract;
import dev.holdfast.contract.StoreUnderTest;
import java.io.IOException;
import org.junit.jupiter.api.BeforeAll;

class PgLockStoreTest extends LockStoreContract {
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
