package dev.holdfast.pg;

import dev.holdfast.histories.Histories;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many short histories on one database: late commits, rolled-back leases, dead sessions, an old snapshot. */
class HistoriesTest {
    private static final int HISTORIES = 2_000;

    @Test
    @Timeout(value = 20, unit = TimeUnit.MINUTES)
    void whateverHappensNoJobIsLeasedTwiceNoneIsForgottenAndNoneWaitsLongerThanASweep()
            throws InterruptedException, SQLException {
        try (TestDatabase database = TestDatabase.create()) {
            database.execute(PgAccidents.SCHEMA);
            new Histories(() -> new PgHistoryStore(database)).play(HISTORIES);
        }
    }
}
