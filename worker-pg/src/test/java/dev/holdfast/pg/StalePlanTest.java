package dev.holdfast.pg;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.queue.Session;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A plan that was made and kept while the statistics said that there are hardly any jobs must not walk the table when
 * there are many. What counts are the entries and rows that the server read within the transaction.
 */
class StalePlanTest extends PgTest {
    private static final String LEASE = "select id from holdfast.lease(?, ?,"
            + " array['default'], array[5], array['-infinity'::timestamptz], array[0::bigint],"
            + " array['work'], false, interval '0', ?) where id is not null";
    private static final String COMPLETE = "select cardinality(accepted) from holdfast.complete(?, ?,"
            + " array_fill(?::int, array[?::int]), array_fill(''::text, array[?::int]), false)";
    private static final String SETTLE = "select cardinality(accepted) from holdfast.settle(?, ?,"
            + " array_fill(?::int, array[?::int]), array_fill(?::text, array[?::int]),"
            + " array_fill(3600000::bigint, array[?::int]), array_fill(''::text, array[?::int]),"
            + " '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', false, '{}', '{}', '{}', '{}', false)";
    private static final String ENQUEUE_KEYED = "select cardinality(e.ids)"
            + " from (select array_fill('default'::text, array[n]) as queues, array_fill('work'::text, array[n]) as kinds,"
            + " array_fill(5, array[n]) as priorities, array_fill(0::bigint, array[n]) as delays,"
            + " array_fill(null::bigint, array[n]) as timeouts, array_fill('{}'::text, array[n]) as payloads,"
            + " array(select ? || '-' || i from generate_series(1, n) i) as keys from (select ?::int) n (n)) j"
            + " cross join lateral holdfast.enqueue_batch(queues, kinds, priorities, delays, priorities, timeouts, keys,"
            + " payloads, false) e";
    private static final String STOP = "select holdfast.stop_session(?, false)::int";

    private static final int WAITING = 5_000;
    private static final int BATCH = 100;
    private static final long BOUND = 20L * BATCH;
    /** A plan is kept from the sixth call on. */
    private static final int CALLS = 8;

    private Connection connection;
    private int leases;
    private long batchesRead;

    @BeforeEach
    void sayThatThereAreHardlyAnyJobs() throws SQLException {
        database.execute("vacuum analyze holdfast.jobs");
        // As after a vacuum of an emptied table whose last pages could not be given back.
        database.execute("update pg_class set reltuples = 0, relpages = 100 where oid = 'holdfast.jobs'::regclass");
        connection = database.connect();
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"COMPLETED", "DISCARDED", "SNOOZED", "UNSTARTED"})
    void settlingReadsAsMuchAsItSettles(String ending) throws SQLException {
        Session session = scene.openSession();
        for (int call = 0; call < CALLS; call++) {
            scene.enqueue(1);
            settle(session, 1, ending);
        }
        scene.enqueue(WAITING);

        assertThat(settle(session, BATCH, ending)).isLessThan(BOUND);
    }

    @Test
    void completingWithoutHistoryReadsAsMuchAsItSettles() throws SQLException {
        scene.store().queue().retain("default", Optional.empty());
        settlingReadsAsMuchAsItSettles("COMPLETED");
    }

    @Test
    void leasingReadsAsMuchAsItLeases() throws SQLException {
        Session session = scene.openSession();
        for (int call = 0; call < CALLS; call++) {
            scene.enqueue(1);
            lease(session, ++leases, 1);
        }
        scene.enqueue(WAITING);

        connection.setAutoCommit(false);
        long before = count();
        lease(session, ++leases, BATCH);
        assertThat(count() - before).isLessThan(BOUND);
        connection.commit();
    }

    @Test
    void endingASessionReadsAsMuchAsItHeld() throws SQLException {
        for (int call = 0; call < CALLS; call++) {
            scene.enqueue(1);
            stop(1);
        }
        scene.enqueue(WAITING);

        assertThat(stop(BATCH)).isLessThan(BOUND);
    }

    @Test
    void storingSeveralKeyedJobsReadsAsMuchAsItStores() throws SQLException {
        for (int call = 0; call < CALLS; call++) {
            enqueueKeyed("call " + call, 2);
        }
        scene.enqueue(WAITING);

        assertThat(enqueueKeyed("many", BATCH)).isLessThan(BOUND);
        assertThat(enqueueKeyed("many", BATCH)).as("again").isLessThan(BOUND);
    }

    private long enqueueKeyed(String prefix, int jobs) throws SQLException {
        try (Statement statement = new Statement(connection, ENQUEUE_KEYED)) {
            return read(statement.text(prefix).integer(jobs), jobs);
        }
    }

    @Test
    void case_21_under_an_old_snapshot_countingDownABatchReadsNoneOfThoseThatAreDone() throws SQLException {
        Session session = scene.openSession();
        try (Connection old = database.connect();
                Statement look = new Statement(old, "select count(*) from holdfast.leases")) {
            old.setAutoCommit(false);
            old.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            look.row();
            database.execute("analyze holdfast.leases");
            for (int batch = 0; batch < 200; batch++) {
                scene.enqueue(1);
                settle(session, 1, "COMPLETED");
            }
            scene.enqueue(1);
            settle(session, 1, "COMPLETED");
            assertThat(batchesRead).isLessThan(20);
            old.rollback();
        }
    }

    /** Where both seem to cost the same, which one is taken would be a matter of chance. */
    @Test
    void noIndexButTheKeyServesALookUpById() throws SQLException {
        connection.setAutoCommit(false);
        try (java.sql.Statement statement = connection.createStatement()) {
            statement.execute("set local enable_seqscan = off");
            assertThat(plan(statement)).contains("jobs_pkey");
            statement.execute("alter table holdfast.jobs drop constraint jobs_pkey cascade");
            assertThat(plan(statement)).contains("Seq Scan");
        } finally {
            connection.rollback();
        }
    }

    private static String plan(java.sql.Statement statement) throws SQLException {
        StringBuilder plan = new StringBuilder();
        try (ResultSet lines = statement.executeQuery("explain select * from holdfast.jobs where id = 5")) {
            while (lines.next()) {
                plan.append(lines.getString(1)).append('\n');
            }
        }
        return plan.toString();
    }

    private long settle(Session session, int jobs, String ending) throws SQLException {
        int number = ++leases;
        List<Long> ids = lease(session, number, jobs);
        boolean completed = ending.equals("COMPLETED");
        try (Statement statement = new Statement(connection, completed ? COMPLETE : SETTLE)) {
            statement.number(session.id().value()).numbers(ids).integer(number).integer(jobs);
            if (!completed) {
                statement.text(ending).integer(jobs).integer(jobs);
            }
            return read(statement.integer(jobs), jobs);
        }
    }

    private long stop(int jobs) throws SQLException {
        Session session = scene.openSession();
        lease(session, ++leases, jobs);
        try (Statement statement = new Statement(connection, STOP)) {
            return read(statement.number(session.id().value()), 1);
        }
    }

    private List<Long> lease(Session session, int number, int jobs) throws SQLException {
        try (Statement statement = new Statement(connection, LEASE)) {
            ResultSet rows = statement
                    .number(session.id().value())
                    .integer(number)
                    .integer(jobs)
                    .query();
            List<Long> ids = new ArrayList<>();
            while (rows.next()) {
                ids.add(rows.getLong(1));
            }
            assertThat(ids).hasSize(jobs);
            return ids;
        }
    }

    /** Runs the statement in a transaction of its own; answers what it read of the jobs. */
    private long read(Statement statement, int expected) throws SQLException {
        connection.setAutoCommit(false);
        try {
            // The counts go on from earlier transactions until the server has collected them.
            long before = count();
            long batchesBefore = countBatches();
            assertThat(statement.row().getInt(1)).isEqualTo(expected);
            batchesRead = countBatches() - batchesBefore;
            return count() - before;
        } finally {
            connection.commit();
            connection.setAutoCommit(true);
        }
    }

    private long countBatches() throws SQLException {
        return count("leases") + count("leases_pkey");
    }

    private long count() throws SQLException {
        return count("jobs") + count("jobs_pkey") + count("jobs_ready") + count("jobs_unique_key");
    }

    private long count(String relation) throws SQLException {
        String sql = "select pg_stat_get_xact_tuples_returned('holdfast." + relation + "'::regclass)";
        try (Statement statement = new Statement(connection, sql)) {
            return statement.row().getLong(1);
        }
    }
}
