package dev.holdfast.bench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.bench.contender.RawSql;
import dev.holdfast.bench.report.Report;
import dev.holdfast.bench.report.Row;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
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

    @BeforeAll
    static void start() throws Exception {
        lab = new Lab();
    }

    @AfterAll
    static void stop() throws Exception {
        lab.close();
    }

    @Test
    void drain_runs_every_job_of_ours_and_of_plain_sql() throws Exception {
        Report report = new Drain(lab, noPeers()).run(new Rounds(1, told), 1_000, false);

        assertThat(report.rows()).extracting(Row::system).containsExactly("holdfast", "holdfast", "raw-sql");
        assertThat(report.rows()).allSatisfy(row -> assertThat(row.median()).isPositive());
        assertThat(progress.toString(StandardCharsets.UTF_8)).contains("round 1 of 1: raw-sql");
    }

    @Test
    void locks_measures_ours_and_the_bare_client_on_redis() throws Exception {
        Report report = new Locks(lab, noPeers(), 2, 1).onRedis(new Rounds(1, told), false);

        assertThat(report.rows()).extracting(Row::system).containsExactly("holdfast", "lettuce");
        assertThat(report.rows()).allSatisfy(row -> assertThat(row.median()).isPositive());
    }

    @Test
    void locks_measures_ours_and_the_bare_functions_on_postgres() throws Exception {
        Report report = new Locks(lab, noPeers(), 2, 1).onPostgres(new Rounds(1, told));

        assertThat(report.rows()).extracting(Row::system).containsExactly("holdfast", "raw-sql");
        assertThat(report.rows()).allSatisfy(row -> assertThat(row.median()).isPositive());
    }

    @Test
    void what_a_system_cannot_do_is_an_error_that_says_so() throws Exception {
        Subject subject = Subject.own("raw-sql", RawSql.class, Map.of());
        try (ContenderProcess process = ContenderProcess.start(subject, lab.database())) {
            assertThatThrownBy(() -> process.ask("locks 1 1"))
                    .hasMessageContaining("raw-sql")
                    .hasMessageContaining("locking is not measured");
        }
    }

    private Peers noPeers() {
        return new Peers(scratch, scratch, told);
    }
}
