package dev.holdfast.app.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.app.cases.Records.Run;
import dev.holdfast.app.cases.handlers.Kinds;
import dev.holdfast.app.cases.handlers.Todo;
import dev.holdfast.embedded.EmbeddedPostgres;
import dev.holdfast.job.NewJob;
import dev.holdfast.lease.JobId;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** The database goes away, on a server of its own. */
class OutageIT {
    private static final int FORCED = 75;
    private static final Duration AWAY = Scale.TTL.multipliedBy(3);
    private static final String KEY = "pr-actuation/o/r#1";

    private static EmbeddedPostgres server;

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path folder;

    private Site site;

    @BeforeAll
    static void startServer() throws Exception {
        server = Server.ofItsOwn("outages");
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    @BeforeEach
    void setUp() throws Exception {
        site = Site.in(folder, server);
    }

    @AfterEach
    void tearDown() throws Exception {
        site.close();
    }

    /** Cases 7 and 27. */
    @Test
    void resultsOfAnOutageAreKeptAndNothingRunsTwiceButWhatHeldALock() throws Exception {
        Pair pair = site.pair(Map.of("HOLDFAST_CONCURRENCY", "4", "HOLDFAST_PREFETCH", "0"));
        JobId owner = site.tables().enqueue(work(Todo.lastingFirst(60_000).holding(KEY)));
        Run held = site.records().awaitHold(owner);
        List<JobId> finishing =
                site.tables().enqueue(work(Todo.lasting(2500)), work(Todo.lasting(3500)), work(Todo.lasting(4500)));
        for (JobId job : finishing) {
            site.records().awaitRun(job, 1);
        }
        List<JobId> due = site.tables()
                .enqueue(
                        work(Todo.lasting(50)).withDelay(Duration.ofSeconds(3)),
                        work(Todo.lasting(50)).withDelay(Duration.ofSeconds(4)));

        Moment down = Moment.now();
        server.stop();
        Moment.let(AWAY.minus(Moment.now().since(down)));
        Moment up = Moment.now();
        server.startAgain();

        site.tables().awaitDone();
        for (JobId job : finishing) {
            assertThat(site.records().runs(job)).hasSize(1);
            assertThat(site.tables().ended(job, "state", String.class)).isEqualTo("COMPLETED");
        }
        // It was told to stop when it could no longer be sure, and stopped in time.
        Run first = site.records().runs(owner).get(0);
        assertThat(first.how()).contains("InterruptedException");
        assertThat(first.end().since(down)).isLessThan(Scale.TTL);
        assertThat(site.records().runs(owner)).hasSize(2);
        for (JobId job : due) {
            assertThat(site.records().runs(job).get(0).started()).isGreaterThan(up);
        }
        assertThat(site.tables().count("sessions"))
                .as("sessions, the same as before")
                .isEqualTo(2);
        assertThat(pair.that(held).isAlive() && pair.peerOf(pair.that(held)).isAlive())
                .isTrue();
        site.invariants().hold().everyJobEnded().attemptsAreRuns();
    }

    /** Case 66. */
    @Test
    void aDrainWithoutADatabaseEndsByTheDeadlineAndTheTtlCoversItsLocks() throws Exception {
        Child worker = site.worker("a", Map.of());
        JobId owner = site.tables().enqueue(work(Todo.lastingFirst(2500).holding(KEY)));
        JobId finished = site.tables().enqueue(work(Todo.lastingFirst(1000)));
        site.records().awaitHold(owner);
        site.records().awaitRun(finished, 1);

        server.stopImmediately();
        Moment stop = worker.signal("TERM");

        assertThat(worker.awaitEnd(Scale.PATIENCE)).isEqualTo(FORCED);
        assertThat(worker.endedAt().since(stop)).isLessThan(Scale.GRACE);
        server.startAgain();
        Child next = site.worker("b", Map.of());
        Moment observing = Moment.now();
        Run again = site.records().awaitRun(owner, 2);
        assertThat(again.started().since(observing))
                .isLessThan(Scale.TTL.plus(Scale.POLL).plus(Scale.SLACK));
        site.tables().awaitDone();
        next.signal("TERM");
        assertThat(next.awaitEnd(Scale.GRACE)).isZero();
        site.invariants().hold().everyJobEnded().attemptsAreRuns().nothingIsLeft();
    }

    private static NewJob work(Todo todo) {
        return NewJob.of(Kinds.WORK, todo);
    }
}
