package dev.holdfast.app.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.holdfast.app.cases.handlers.Kinds;
import dev.holdfast.app.cases.handlers.Todo;
import dev.holdfast.embedded.EmbeddedPostgres;
import dev.holdfast.job.NewJob;
import dev.holdfast.lease.JobId;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** Wall clocks that step. Needs libfaketime. */
@Tag("faketime")
class ClockIT {
    private static final Duration WORKER_STEP = Duration.ofMinutes(10);
    private static final Duration DATABASE_STEP = Duration.ofHours(1);
    private static final Duration RUN = Scale.TTL.multipliedBy(5);
    /** A step is seen by everybody, and then a ttl passes, in which one would be taken over who should not. */
    private static final Duration EACH = Scale.TTL.plusSeconds(1);

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path folder;

    /** Case 12. */
    @Test
    void nobodyIsTakenOverWhenTheClockOfAWorkerOrOfTheDatabaseHostSteps() throws Exception {
        Path library = FakeClock.library().orElse(null);
        if (library == null) {
            missing();
            return;
        }
        Path server = Files.createDirectories(Server.folder("clock"));
        FakeClock ofDatabase = new FakeClock(library, server.resolve("clock"));
        FakeClock ofWorker = new FakeClock(library, folder.resolve("clock"));
        try (EmbeddedPostgres postgres = ShiftedPostgres.start(server, ofDatabase);
                Site site = Site.in(folder, postgres)) {
            play(site, ofDatabase, ofWorker);
        }
    }

    private static void missing() {
        String why = "case 12 needs libfaketime, which is not on this machine (Debian: apt-get install libfaketime)";
        if ("required".equals(System.getProperty("tools"))) {
            fail(why);
        }
        System.out.println("not played: " + why);
    }

    private static void play(Site site, FakeClock ofDatabase, FakeClock ofWorker) throws Exception {
        Child shifted = site.begin("a", ofWorker.environment());
        Child steady = site.worker("b");
        shifted.log().await("SessionOpened");
        List<JobId> jobs = site.tables().enqueue(jobs());
        site.records().awaitHolds(jobs.size());

        for (int sign : new int[] {1, -1}) {
            ofWorker.shift(WORKER_STEP.multipliedBy(sign));
            ofDatabase.shift(DATABASE_STEP.multipliedBy(sign));
            Moment.let(EACH);
            assertThat(stepOf(site)).isCloseTo(DATABASE_STEP.multipliedBy(sign), Scale.PATIENCE);
        }

        site.tables().awaitDone();
        assertThat(stepOf(shifted)).isCloseTo(WORKER_STEP.negated(), Scale.PATIENCE);
        for (Child worker : List.of(shifted, steady)) {
            assertThat(worker.isAlive()).isTrue();
            assertThat(worker.log().has("SessionReaped")).isFalse();
            assertThat(worker.log().has("SessionLost")).isFalse();
        }
        site.invariants().hold().everyJobEnded().attemptsAreRuns();
        jobs.forEach(job -> assertThat(site.records().runs(job)).hasSize(1));
    }

    /** More than one worker takes at once, so that both have some. */
    private static NewJob[] jobs() {
        NewJob[] jobs = new NewJob[15];
        for (int i = 0; i < jobs.length; i++) {
            jobs[i] = NewJob.of(Kinds.WORK, Todo.lasting(RUN.toMillis()).holding("pr-actuation/o/r#" + i));
        }
        return jobs;
    }

    /** How far the database's wall clock is from ours. */
    private static Duration stepOf(Site site) {
        double epoch = site.tables()
                .jdbi()
                .withHandle(handle -> handle.createQuery("select extract(epoch from clock_timestamp())::float8")
                        .mapTo(Double.class)
                        .one());
        return Duration.between(Instant.now(), Instant.ofEpochMilli((long) (epoch * 1000)));
    }

    /** How far the wall clock of a worker that has just ended a job is from ours. */
    private static Duration stepOf(Child worker) {
        var events = worker.log().events("AttemptEnded");
        String at = events.get(events.size() - 1).get("at").asText();
        return Duration.between(Instant.now(), Instant.parse(at));
    }
}
