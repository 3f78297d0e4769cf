package dev.holdfast.bench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.bench.contender.RawSql;
import dev.holdfast.bench.report.Ratio;
import dev.holdfast.bench.report.Report;
import dev.holdfast.bench.report.Row;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each benchmark once, as small as it can be: that it runs and measures, never how fast. */
class SliceTest {
    @TempDir
    private static Path scratch;

    private static Lab lab;

    private final ByteArrayOutputStream progress = new ByteArrayOutputStream();
    private final PrintStream told = new PrintStream(progress, true, StandardCharsets.UTF_8);
    private final Setup setup = new Setup(lab, new Rounds(1, told), new Peers(scratch, scratch, told), false);

    @BeforeAll
    static void start() throws Exception {
        lab = new Lab();
    }

    @AfterAll
    static void stop() throws Exception {
        lab.close();
    }

    @Test
    void drain_compares_ours_with_history_and_plain_sql() throws Exception {
        Report report = new Drain(setup, 500).run();

        assertMeasured(report, 4, 3);
        assertThat(report.rows()).extracting(Row::system).contains("holdfast", "raw-sql", "raw-cursor");
        assertThat(progress.toString(StandardCharsets.UTF_8)).contains("round 1 of 1: raw-sql");
    }

    @Test
    void a_drain_can_show_its_statements_and_waits() throws Exception {
        Report report = new Drain(setup, 500).statements();

        assertMeasured(report, 1, 0);
        assertThat(report.notes())
                .anySatisfy(line -> assertThat(line).contains("holdfast.lease"))
                .anySatisfy(line -> assertThat(line).contains("running"));
    }

    @Test
    void pinned_compares_each_system_with_itself() throws Exception {
        assertMeasured(new Pinned(setup, 500).run(), 6, 5);
    }

    @Test
    void backlog_compares_ours_and_plain_sql_with_themselves_at_each_size() throws Exception {
        assertMeasured(new Backlog(setup, 500, List.of(100, 1_000)).run(), 4, 4);
    }

    @Test
    void steady_measures_latency_and_backlog_with_and_without_a_snapshot() throws Exception {
        assertMeasured(new Steady(setup, 200, 1, true).run(), 16, 8);
    }

    @Test
    void latency_is_measured_beside_a_bare_notification_with_and_without_a_claim() throws Exception {
        assertMeasured(new Latency(setup, 5).run(), 6, 3);
    }

    @Test
    void replicas_share_the_jobs_of_one_database() throws Exception {
        assertMeasured(new Replicas(setup, 500, 2).run(), 6, 1);
    }

    @Test
    void enqueue_compares_every_way_to_store_jobs() throws Exception {
        assertMeasured(new Enqueue(setup, 2_000).run(), 6, 4);
    }

    @Test
    void heartbeat_counts_a_beat_of_one_job_and_of_many() throws Exception {
        Report report = new Heartbeat(setup, 20, 2).run();

        assertMeasured(report, 8, 4);
        assertThat(report.rows())
                .filteredOn(row -> row.figure().name().equals("beat rows"))
                .extracting(Row::median)
                .containsOnly(1.0);
    }

    @Test
    void memory_shows_heap_resident_memory_and_threads() throws Exception {
        Report report = new Memory(setup, 20).run();

        assertMeasured(report, 6, 1);
        assertThat(report.notes()).singleElement().asString().contains("threads");
    }

    @Test
    void locks_measures_ours_and_the_bare_client_on_redis() throws Exception {
        Report report = new Locks(setup, 2, 1).onRedis();

        assertMeasured(report, 2, 1);
        assertThat(report.rows()).extracting(Row::system).containsExactly("holdfast", "lettuce");
    }

    @Test
    void locks_measures_ours_and_the_bare_functions_on_postgres() throws Exception {
        Report report = new Locks(setup, 2, 1).onPostgres();

        assertMeasured(report, 2, 1);
        assertThat(report.rows()).extracting(Row::system).containsExactly("holdfast", "raw-sql");
    }

    @Test
    void what_a_system_cannot_do_is_an_error_that_says_so() throws Exception {
        Subject subject = Subject.own("raw-sql", RawSql.class, Map.of());
        try (Database database = lab.database();
                ContenderProcess process = ContenderProcess.start(subject, database.url())) {
            assertThatThrownBy(() -> process.ask("locks 1 1"))
                    .isInstanceOf(NotMeasuredException.class)
                    .hasMessageContaining("raw-sql")
                    .hasMessageContaining("locking is not measured");
        }
    }

    private static void assertMeasured(Report report, int rows, int ratios) {
        assertThat(report.rows())
                .hasSize(rows)
                .allSatisfy(row -> assertThat(row.values())
                        .isNotEmpty()
                        .allSatisfy(value -> assertThat(value).isNotNegative().isFinite()));
        assertThat(report.ratios()).hasSize(ratios).extracting(Ratio::of).isSubsetOf(report.rows());
    }
}
