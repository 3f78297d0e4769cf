package dev.holdfast.pg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.lease.Ticker;
import dev.holdfast.queue.Session;
import dev.holdfast.queue.StoreUnavailableException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

/** No statement waits for longer than its bound, whatever somebody else locks. */
class BoundsTest extends PgTest {
    @Test
    void aStatementThatWaitsForATableGivesUpLongBeforeTheTtl() throws SQLException {
        try (PgScene impatient = new PgScene(database, database.impatient(), Ticker.system());
                Connection other = lockJobs()) {
            Duration sent = Ticker.system().now();

            assertThatThrownBy(() -> impatient.enqueue(1)).isInstanceOf(StoreUnavailableException.class);

            assertThat(Ticker.system().now().minus(sent))
                    .isLessThan(TestDatabase.TTL.dividedBy(3).multipliedBy(2));
            other.rollback();
        }
        scene.enqueue(1);
    }

    @Test
    void case_18_heartbeats_go_on_while_every_pooled_connection_is_taken() throws SQLException {
        PgConfig.Options small = database.impatient().options().withPoolSize(1);
        try (PgScene crowded = new PgScene(database, database.config().with(small), Ticker.system());
                Connection other = lockJobs()) {
            Session session = crowded.openSession();
            Callable<Object> taker = () -> {
                assertThatThrownBy(() -> crowded.enqueue(1)).isInstanceOf(StoreUnavailableException.class);
                return true;
            };

            Threads.together(List.of(taker, taker, taker, () -> {
                for (int beat = 0; beat < 20; beat++) {
                    assertThat(session.heartbeat().live()).isTrue();
                }
                return true;
            }));

            other.rollback();
        }
    }

    private Connection lockJobs() throws SQLException {
        Connection other = database.connect();
        other.setAutoCommit(false);
        try (java.sql.Statement statement = other.createStatement()) {
            statement.execute("lock table holdfast.jobs in access exclusive mode");
        }
        return other;
    }
}
