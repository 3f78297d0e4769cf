package dev.holdfast.pg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.lease.Ticker;
import dev.holdfast.queue.Session;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

/** What is kept in shape, and by whom. */
class HousekeepingTest extends PgTest {
    private static final String NOTHING = "select 0";

    private Db db;
    private Housekeeping one;
    private Housekeeping other;

    @BeforeEach
    void twoProcesses() {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setUrl(database.url());
        db = new Db(source);
        one = new Housekeeping(db);
        other = new Housekeeping(db);
        makeDue();
    }

    private void makeDue() {
        database.execute("update holdfast.housekeeping set token = null, until = null, due_at = '-infinity'");
    }

    private boolean exists(String table) {
        return database.ask("select to_regclass('holdfast." + table + "')") != null;
    }

    private String day(int fromToday) {
        return database.ask("select holdfast.history_partition(holdfast.utc_day(now()) + " + fromToday + ")");
    }

    private void addDay(int fromToday) {
        database.ask("select holdfast.add_history_partition(holdfast.utc_day(now()) + " + fromToday + ")");
    }

    @Test
    void of_two_processes_one_has_the_turn_and_after_it_nobody_for_an_hour() {
        List<Integer> made = Threads.together(List.of(one::work, other::work));
        assertThat(made).as("statements made by each").contains(0);
        assertThat(made.get(0) + made.get(1)).isPositive();

        assertThat(one.work() + other.work()).isZero();
        assertThat(database.ask("select due_at - now() between interval '59 min' and interval '1 h'"
                        + " from holdfast.housekeeping"))
                .isEqualTo("t");
        database.execute("update holdfast.housekeeping set due_at = now()");
        assertThat(other.work()).isPositive();
    }

    @Test
    void the_row_says_whose_turn_it_was_last() {
        scene.openSession();
        await().until(() ->
                database.ask("select who from holdfast.housekeeping").equals("scene@localhost"));
    }

    @Test
    void those_who_ask_are_not_in_the_way_of_the_one_whose_turn_it_is() {
        Turn mine = new Turn(db);
        Turn rival = new Turn(db);
        assertThat(mine.step("begin", NOTHING)).isZero();
        AtomicBoolean over = new AtomicBoolean();
        Callable<Integer> working = () -> {
            int refused = 0;
            for (int steps = 0; steps < 100; steps++) {
                refused += mine.step("go on", NOTHING) == Turn.NOT_MINE ? 1 : 0;
            }
            over.set(true);
            return refused;
        };
        Callable<Integer> asking = () -> {
            int granted = 0;
            while (!over.get()) {
                granted += rival.step("ask", NOTHING) == Turn.NOT_MINE ? 0 : 1;
            }
            return granted;
        };
        assertThat(Threads.together(List.of(working, asking))).containsExactly(0, 0);
    }

    @Test
    void the_turn_of_a_process_that_died_is_taken_over_when_its_lease_is_over_and_not_before() {
        Turn killed = new Turn(db);
        assertThat(killed.step("begin", NOTHING)).isZero();
        assertThat(other.work()).isZero();

        database.execute("update holdfast.housekeeping set until = clock_timestamp()");
        assertThat(other.work()).isPositive();
        assertThat(killed.step("go on", NOTHING)).isEqualTo(Turn.NOT_MINE);
    }

    @Test
    void a_lease_that_runs_out_during_a_step_lets_nobody_in_before_the_step_has_ended() {
        Turn slow = new Turn(db);
        Turn rival = new Turn(db);
        Callable<Integer> step = () -> slow.step("sleep", "select 7 from pg_sleep(1.5)");
        Callable<Integer> asking = () -> {
            database.execute("select pg_sleep(0.5)");
            return rival.step("ask", NOTHING);
        };
        database.execute("create function holdfast.hold_briefly() returns trigger language plpgsql as"
                + " 'begin new.until := clock_timestamp(); return new; end'");
        database.execute("create trigger briefly before update on holdfast.housekeeping"
                + " for each row when (new.token is not null) execute function holdfast.hold_briefly()");
        try {
            assertThat(Threads.together(List.of(step, asking))).containsExactly(7, Turn.NOT_MINE);
            assertThat(rival.step("ask", NOTHING)).isZero();
            assertThat(slow.step("go on", NOTHING))
                    .as("the rival's lease is over as well")
                    .isZero();
        } finally {
            database.execute("drop trigger briefly on holdfast.housekeeping");
            database.execute("drop function holdfast.hold_briefly");
        }
    }

    @Test
    void times_that_were_written_before_the_clock_was_set_back_hold_up_nobody() {
        new Turn(db).step("begin", NOTHING);
        database.execute("update holdfast.housekeeping"
                + " set until = now() + interval '2 days', due_at = now() + interval '3 days'");
        assertThat(other.work()).isPositive();
    }

    @Test
    void the_history_has_a_day_a_week_ahead_and_those_that_have_expired_are_dropped() {
        database.execute("drop table holdfast." + day(7));
        database.execute("drop table holdfast." + day(6));
        addDay(-9);
        addDay(-10);

        assertThat(one.work()).isPositive();

        assertThat(exists(day(6))).isTrue();
        assertThat(exists(day(7))).isTrue();
        assertThat(exists(day(-9))).isFalse();
        assertThat(exists(day(-10))).isFalse();
    }

    @Test
    void settling_waits_for_no_housekeeping_that_waits_for_a_reader_of_the_history() throws Exception {
        Session session = scene.openSession();
        // The store's own turn, which begins with its first session.
        await().until(() ->
                database.ask("select due_at > now() from holdfast.housekeeping").equals("t"));
        addDay(-9);
        makeDue();
        scene.enqueue(40);
        var jobs = scene.lease(session, 40);
        Callable<Duration> settling = () -> {
            Duration longest = Duration.ZERO;
            for (var job : jobs) {
                Duration from = Ticker.system().now();
                PgScene.complete(session, List.of(job));
                Duration took = Ticker.system().now().minus(from);
                longest = took.compareTo(longest) > 0 ? took : longest;
            }
            return longest;
        };
        try (Connection reader = database.connect()) {
            read(reader);
            Callable<Duration> keeping = () -> {
                one.work();
                return Duration.ZERO;
            };
            assertThat(Threads.together(List.of(settling, keeping)).get(0)).isLessThan(Duration.ofSeconds(1));
            assertThat(exists(day(-9))).isTrue();
            reader.rollback();
        }
        assertThat(other.work()).as("what failed is due again").isPositive();
        assertThat(exists(day(-9))).isFalse();
    }

    private static void read(Connection reader) throws SQLException {
        reader.setAutoCommit(false);
        try (Statement statement = new Statement(reader, "select count(*) from holdfast.job_history")) {
            statement.row();
        }
    }

    @Test
    void a_round_prunes_to_the_end_and_not_one_batch() {
        database.execute("insert into holdfast.deliveries (source, delivery_id, received_at)"
                + " select 's', i::text, now() - interval '31 days' from generate_series(1, 25000) i");
        one.work();
        assertThat(database.count("select count(*) from holdfast.deliveries")).isZero();
    }

    @Test
    void case_87_what_may_be_pruned_behind_thousands_of_rows_that_may_not_is_pruned() throws SQLException {
        String free = "insert into holdfast.locks (namespace, name, fence, freed_at)"
                + " select 'n', 'k' || i, 1, now() - interval '31 days' from generate_series(%d, %d) i";
        database.execute(free.formatted(1, 12_000));
        try (Connection busy = database.connect()) {
            busy.setAutoCommit(false);
            try (Statement statement = new Statement(busy, "select 1 from holdfast.locks for update")) {
                statement.query();
            }
            database.execute(free.formatted(12_001, 12_001));
            one.work();
            assertThat(database.count("select count(*) from holdfast.locks")).isEqualTo(12_000);
            busy.rollback();
        }
    }
}
