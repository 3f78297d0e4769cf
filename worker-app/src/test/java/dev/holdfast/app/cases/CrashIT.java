package dev.holdfast.app.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.app.cases.handlers.Kinds;
import dev.holdfast.app.cases.handlers.Todo;
import dev.holdfast.job.NewJob;
import dev.holdfast.lease.JobId;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** Processes that end at a moment of chance, or that a handler ends. */
class CrashIT {
    private static final int KILLED = 137;
    private static final Duration CATCH_UP = Duration.ofSeconds(60);

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path folder;

    private Site site;

    @BeforeEach
    void setUp() throws Exception {
        site = Site.in(folder);
    }

    @AfterEach
    void tearDown() throws Exception {
        site.close();
    }

    /** Case 13. */
    @Test
    void aHandlerThatHaltsItsJvmIsDiscardedAfterThreeCrashesAndNoneOfItsNeighboursIsCharged() throws Exception {
        JobId poison =
                site.tables().enqueue(NewJob.of(Kinds.HALT, Todo.lasting(300)).withPriority(0));
        site.tables().enqueue(quick(200, 10));
        Map<String, String> greedy = Map.of("HOLDFAST_CONCURRENCY", "4", "HOLDFAST_PREFETCH", "500");
        int crashes = 0;
        for (Child worker = site.begin("a0", greedy); worker != null; ) {
            if (endsBefore(worker, poison)) {
                assertThat(worker.awaitEnd(Scale.PATIENCE)).isEqualTo(KILLED);
                worker = site.begin("a" + ++crashes, greedy);
            } else {
                worker = null;
            }
        }

        site.tables().awaitDone(CATCH_UP);
        // The first crash makes suspects of all it had leased; three more are charged to the one that ran alone.
        assertThat(crashes).isEqualTo(4);
        assertThat(site.tables().ended(poison, "state", String.class)).isEqualTo("DISCARDED");
        assertThat(site.tables().ended(poison, "crashes", Integer.class)).isEqualTo(3);
        assertThat(site.tables().count("job_history where state = 'COMPLETED' and crashes = 0"))
                .isEqualTo(200);
        site.invariants().hold().everyJobEnded();
    }

    /** True if the worker is gone before the job has come to its end. */
    private boolean endsBefore(Child worker, JobId job) {
        String row = "job_history where id = " + job.value();
        org.awaitility.Awaitility.await()
                .atMost(Scale.PATIENCE)
                .until(() -> !worker.isAlive() || site.tables().count(row) > 0);
        return site.tables().count(row) == 0;
    }

    /** Case 10. */
    @Test
    void aWorkerKilledWhileItLeasesLeavesNoRowOutsideTheStateMachine() throws Exception {
        Rounds rounds = new Rounds("SIGKILL during leasing");
        Map<String, String> smallBatches = Map.of("HOLDFAST_CONCURRENCY", "3", "HOLDFAST_PREFETCH", "2");
        for (int round = 0; round < Rounds.count(); round++) {
            site.tables().enqueue(quick(150, 1));
            Child worker = site.begin("a" + round, smallBatches);
            awaitWork(worker);
            Moment.let(rounds.duration(Duration.ZERO, Duration.ofMillis(300)));
            worker.kill();
            site.invariants().hold();
        }
        finish(rounds);
    }

    /** Case 17. */
    @Test
    void aDrainThatIsCutShortByAKillLosesNoJob() throws Exception {
        Rounds rounds = new Rounds("SIGKILL during the drain");
        for (int round = 0; round < Rounds.count(); round++) {
            site.tables()
                    .enqueue(IntStream.range(0, 12)
                            .mapToObj(i -> work(rounds.millis(50, 1200)).withMaxAttempts(1))
                            .toArray(NewJob[]::new));
            Child worker = site.begin("a" + round, Map.of("HOLDFAST_CONCURRENCY", "6"));
            awaitWork(worker);
            worker.signal("TERM");
            Moment.let(rounds.duration(Duration.ZERO, Duration.ofMillis(1500)));
            worker.kill();
            site.invariants().hold();
        }
        finish(rounds);
    }

    /** What the killed ones left is taken over and comes to its end; nothing is lost, nothing is left. */
    private void finish(Rounds rounds) throws Exception {
        Child last = site.worker("last", Map.of());
        site.tables().awaitDone(CATCH_UP);
        assertThat(site.tables().count("job_history where state <> 'COMPLETED'"))
                .as("of %s", rounds)
                .isZero();
        last.signal("TERM");
        assertThat(last.awaitEnd(Scale.GRACE)).isZero();
        site.invariants().hold().everyJobEnded().nothingIsLeft();
    }

    /** Case 63. */
    @Test
    void theLastLineOfEveryDrainIsItsReportAndEveryFinalWriteIsThere() throws Exception {
        Rounds rounds = new Rounds("SIGTERM");
        for (int round = 0; round < Rounds.count(); round++) {
            site.tables()
                    .enqueue(IntStream.range(0, 40)
                            .mapToObj(i -> work(rounds.millis(1, 300)))
                            .toArray(NewJob[]::new));
            Child worker = site.begin(
                    "a" + round,
                    Map.of("HOLDFAST_CONCURRENCY", "6", "HOLDFAST_LOG_FORMAT", round % 2 == 0 ? "text" : "json"));
            awaitWork(worker);
            Moment.let(rounds.duration(Duration.ZERO, Duration.ofSeconds(1)));
            worker.signal("TERM");

            assertThat(worker.awaitEnd(Scale.GRACE))
                    .as("round %d of %s", round, rounds)
                    .isZero();
            assertThat(worker.log().lastLine())
                    .as("round %d of %s", round, rounds)
                    .matches(".*drained in .*: \\d+ finished, \\d+ returned, 0 forced.*");
            assertThat(site.tables().count("job_history where state = 'COMPLETED'"))
                    .isEqualTo(site.records().runs().size());
            site.invariants().hold().nothingIsLeft();
        }
    }

    /** Waits until the worker's first handler has been called. */
    private void awaitWork(Child worker) {
        org.awaitility.Awaitility.await()
                .atMost(Scale.PATIENCE)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> site.records().count("runs where pid = " + worker.pid()) > 0);
    }

    private static NewJob[] quick(int count, long ms) {
        return IntStream.range(0, count).mapToObj(i -> work(ms)).toArray(NewJob[]::new);
    }

    private static NewJob work(long ms) {
        return NewJob.of(Kinds.WORK, Todo.lasting(ms));
    }
}
