package dev.holdfast.pg;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.job.NewJob;
import dev.holdfast.lease.Ticker;
import dev.holdfast.queue.Session;
import dev.holdfast.queue.Settlement;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Who is notified, and how often. */
class WakeTest extends PgTest {
    private static final List<String> DEFAULT = List.of(NewJob.DEFAULT_QUEUE);
    private static final String DUE = "due " + NewJob.DEFAULT_QUEUE;

    private Heard heard;

    @BeforeEach
    void listen() throws SQLException {
        heard = new Heard(database);
    }

    @AfterEach
    void hangUp() throws SQLException {
        heard.close();
    }

    private Session waiting() {
        Session session = scene.openSession();
        session.announceIdle(DEFAULT);
        return session;
    }

    /** The mark of an earlier test's notification is ten milliseconds old at the most. */
    private void enqueueAfterASilence() {
        database.execute("select pg_sleep(0.02)");
        scene.enqueue(1);
    }

    @Test
    void nothing_is_notified_while_nobody_waits() throws SQLException {
        scene.openSession();
        enqueueAfterASilence();
        scene.enqueue(500);
        assertThat(heard.soFar()).isEmpty();

        waiting();
        enqueueAfterASilence();
        assertThat(heard.soFar()).containsExactly(DUE);
    }

    @Test
    void who_waits_in_another_queue_is_not_notified() throws SQLException {
        scene.openSession().announceIdle(List.of("other"));
        enqueueAfterASilence();
        assertThat(heard.soFar()).isEmpty();
    }

    @Test
    void an_announcement_is_replaced_by_the_next_and_repeating_it_changes_nothing() throws SQLException {
        Session session = waiting();
        session.announceIdle(DEFAULT);
        enqueueAfterASilence();
        assertThat(heard.soFar()).containsExactly(DUE);

        session.announceIdle(List.of());
        enqueueAfterASilence();
        assertThat(heard.soFar()).isEmpty();
    }

    @Test
    void an_announcement_ends_with_its_session_and_a_late_one_is_not_heard() throws SQLException {
        Session stopped = waiting();
        Session dead = waiting();
        stopped.end(Session.Will.STOPPED);
        scene.crash(dead);
        enqueueAfterASilence();
        assertThat(heard.soFar()).isEmpty();

        dead.announceIdle(DEFAULT);
        assertThat(database.count("select count(*) from holdfast.idle")).isZero();
    }

    @Test
    void follow_ups_and_what_a_settlement_makes_due_wake_those_who_wait() throws SQLException {
        Session session = waiting();
        var job = scene.run(session);
        heard.soFar();
        database.execute("select pg_sleep(0.02)");
        session.settle(List.of(PgScene.ending(job, new Settlement.Ending.Completed("done", List.of(PgScene.job())))));
        assertThat(heard.soFar()).containsExactly(DUE);

        var second = scene.leaseOne(session);
        database.execute("select pg_sleep(0.02)");
        session.settle(List.of(PgScene.ending(second, new Settlement.Ending.Returned(false, "drain"))));
        assertThat(heard.soFar()).containsExactly(DUE);
    }

    @Test
    void a_job_that_is_rolled_back_keeps_no_later_one_from_waking() throws SQLException {
        waiting();
        try (Connection connection = database.connect()) {
            connection.setAutoCommit(false);
            database.execute("select pg_sleep(0.02)");
            scene.store().queue().enqueue(connection, List.of(PgScene.job()));
            enqueueAfterASilence();
            connection.rollback();
        }
        assertThat(heard.soFar()).containsExactly(DUE);
    }

    @Test
    void a_clock_that_was_set_back_silences_no_queue() throws SQLException {
        waiting();
        enqueueAfterASilence();
        heard.soFar();
        // The mark then lies an hour ahead of the clock.
        database.execute("select setval(s.oid::regclass, l.last + (3600000::bigint << 20)) from pg_class s,"
                + " lateral (select pg_sequence_last_value(s.oid::regclass) as last) l"
                + " where s.relname like 'notified%' and l.last is not null");
        enqueueAfterASilence();
        assertThat(heard.soFar()).containsExactly(DUE);
    }

    @Test
    void case_20_two_thousand_enqueues_from_sixteen_clients_send_a_notification_in_ten_milliseconds_at_most()
            throws SQLException {
        waiting();
        Callable<Integer> client = () -> {
            for (int i = 0; i < 125; i++) {
                scene.store().queue().enqueue(PgScene.job());
            }
            return 125;
        };
        Duration began = Ticker.system().now();
        List<Integer> enqueued = Threads.together(Collections.nCopies(16, client));
        long intervals = Ticker.system().now().minus(began).toMillis() / 10 + 1;

        assertThat(enqueued.stream().mapToInt(Integer::intValue).sum()).isEqualTo(2000);
        List<String> all = heard.soFar();
        assertThat(all).containsOnly(DUE);
        // Each pooled connection may have read the mark in the moment in which another wrote it.
        assertThat(all.size()).isBetween(1, (int) Math.min(2 * intervals + 10, 1000));
    }
}
