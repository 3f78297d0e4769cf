package dev.holdfast.pg;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.lease.SessionId;
import dev.holdfast.queue.Session;
import dev.holdfast.queue.Settlement;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a lease costs, by the server's own counts within the leasing transaction. */
class LeasePlanTest extends PgTest {
    private static final String LEASE = "select count(id) from holdfast.lease(?, ?,"
            + " array_fill('default'::text, array[10]), array(select generate_series(0, 9)),"
            + " array_fill('-infinity'::timestamptz, array[10]), array_fill(0::bigint, array[10]),"
            + " array['work'], false, interval '0', ?)";
    private static final String LEASE_AFTER = "select id, run_at::text from holdfast.lease(?, ?,"
            + " array['default'], array[5], array[?::timestamptz], array[?::bigint],"
            + " array['work'], false, interval '0', ?) where id is not null order by run_at, id";
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

    @Test
    void case_21_under_an_old_snapshot_a_lease_from_where_it_has_come_to_reads_only_what_it_leases()
            throws SQLException {
        int passed = 5_000;
        scene.enqueue(passed);
        Session session = scene.openSession();
        try (Connection old = database.connect();
                Connection connection = database.connect()) {
            holdSnapshot(old);
            Place place = new Place("-infinity", 0);
            for (int number = 1; number <= passed / BATCH; number++) {
                place = leaseAfter(connection, session.id(), number, place).last();
                completeAll(session);
            }
            scene.enqueue(BATCH);

            connection.setAutoCommit(false);
            After fromHead = leaseAfter(connection, session.id(), passed, new Place("-infinity", 0));
            connection.rollback();
            After fromPlace = leaseAfter(connection, session.id(), passed, place);
            connection.commit();

            assertThat(fromHead.entriesRead())
                    .as("what has passed is still there")
                    .isGreaterThan(passed);
            assertThat(fromPlace.entriesRead()).isLessThan(2 * BATCH);
            old.rollback();
        }
    }

    private static void completeAll(Session session) {
        session.settle(session.holdings().jobs().stream()
                .map(held -> new Settlement(held.id(), held.lease(), new Settlement.Ending.Completed("", List.of())))
                .toList());
    }

    private static void holdSnapshot(Connection connection) throws SQLException {
        connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
        connection.setAutoCommit(false);
        try (Statement look = new Statement(connection, "select count(*) from holdfast.jobs")) {
            look.row();
        }
    }

    private record Place(String runAt, long id) {}

    private record After(Place last, long entriesRead) {}

    private static After leaseAfter(Connection connection, SessionId session, int number, Place place)
            throws SQLException {
        long before = count(connection, "pg_stat_get_xact_tuples_returned", "jobs_ready");
        try (Statement lease = new Statement(connection, LEASE_AFTER)) {
            ResultSet rows = lease.number(session.value())
                    .integer(number)
                    .text(place.runAt())
                    .number(place.id())
                    .integer(BATCH)
                    .query();
            Place last = place;
            int leased = 0;
            while (rows.next()) {
                last = new Place(rows.getString(2), rows.getLong(1));
                leased++;
            }
            assertThat(leased).isEqualTo(BATCH);
            return new After(last, count(connection, "pg_stat_get_xact_tuples_returned", "jobs_ready") - before);
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
