package dev.holdfast.pg;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.lease.SessionId;
import dev.holdfast.queue.Session;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a lease costs, by the server's own counts within the leasing transaction. */
class LeasePlanTest extends PgTest {
    private static final String LEASE = "select count(id) from holdfast.lease(?, ?,"
            + " array_fill('default'::text, array[10]), array(select generate_series(0, 9)),"
            + " array_fill('-infinity'::timestamptz, array[10]), array_fill(0::bigint, array[10]),"
            + " array['work'], false, interval '0', ?)";
    private static final int BATCH = 250;

    /** What earlier tests deleted is still in the index until then. */
    @BeforeEach
    void vacuum() {
        database.execute("vacuum holdfast.jobs");
    }

    @Test
    void everyLeaseIsAHotUpdate() throws SQLException {
        scene.enqueue(20 * BATCH);
        Session session = scene.openSession();

        for (int number = 1; number <= 20; number++) {
            Cost cost = lease(session.id(), number, BATCH);
            assertThat(cost.updated).isEqualTo(BATCH);
            assertThat(cost.hot).as("HOT updates of batch " + number).isEqualTo(BATCH);
        }
    }

    @Test
    void case_80_a_lease_among_many_waiting_jobs_walks_the_index_and_only_as_far_as_it_must() throws SQLException {
        scene.enqueue(50_000);
        database.execute("analyze holdfast.jobs");
        Session session = scene.openSession();

        Cost cost = lease(session.id(), 1, 10);

        assertThat(cost.updated).isEqualTo(10);
        assertThat(cost.tableScans).isZero();
        assertThat(cost.entriesRead).isLessThan(100);
    }

    @Test
    void aPlanMadeForAnEmptyTableServesAFullOneToo() throws SQLException {
        Session session = scene.openSession();
        try (Connection connection = database.connect()) {
            for (int number = 1; number <= 10; number++) {
                lease(connection, session.id(), number, 10);
            }
            scene.enqueue(20_000);

            Cost cost = lease(connection, session.id(), 11, 10);

            assertThat(cost.updated).isEqualTo(10);
            assertThat(cost.tableScans).isZero();
            assertThat(cost.entriesRead).isLessThan(100);
        }
    }

    private record Cost(long updated, long hot, long tableScans, long entriesRead) {}

    private Cost lease(SessionId session, int number, int limit) throws SQLException {
        try (Connection connection = database.connect()) {
            return lease(connection, session, number, limit);
        }
    }

    private static Cost lease(Connection connection, SessionId session, int number, int limit) throws SQLException {
        connection.setAutoCommit(false);
        try (Statement lease = new Statement(connection, LEASE)) {
            lease.number(session.value()).integer(number).integer(limit).row();
            return new Cost(
                    count(connection, "pg_stat_get_xact_tuples_updated", "jobs"),
                    count(connection, "pg_stat_get_xact_tuples_hot_updated", "jobs"),
                    count(connection, "pg_stat_get_xact_numscans", "jobs"),
                    count(connection, "pg_stat_get_xact_tuples_returned", "jobs_ready"));
        } finally {
            connection.commit();
        }
    }

    private static long count(Connection connection, String function, String relation) throws SQLException {
        try (Statement statement =
                new Statement(connection, "select " + function + "('holdfast." + relation + "'::regclass)")) {
            ResultSet row = statement.row();
            return row.getLong(1);
        }
    }
}
