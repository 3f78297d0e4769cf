package dev.holdfast.app.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.app.cases.handlers.Kinds;
import dev.holdfast.app.cases.handlers.Todo;
import dev.holdfast.embedded.EmbeddedPostgres;
import dev.holdfast.job.NewJob;
import dev.holdfast.pg.Migrations;
import dev.holdfast.pg.PgConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** A worker that is told to stop before it works, and one that refuses to begin. */
class BootIT {
    private static final int USAGE = 2;
    private static final int INTERRUPTED = 143;

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path folder;

    private Site site;

    @AfterEach
    void tearDown() throws Exception {
        site.close();
    }

    /** Case 61. */
    @Test
    void aShutdownPlanThatDoesNotFitIsRefusedWithBothNumbers() throws Exception {
        site = Site.in(folder);
        Child worker = site.begin("a", Map.of("STOP_GRACE_PERIOD", "5s", "HOLDFAST_CANCEL_GRACE", "7s"));

        assertThat(worker.awaitEnd(Scale.PATIENCE)).isEqualTo(USAGE);
        assertThat(worker.log().errors()).contains("8.5 s").contains("5 s").contains("STOP_GRACE_PERIOD");
        assertThat(site.tables().count("sessions")).isZero();
    }

    /** Case 65. */
    @Test
    void aWorkerStoppedAtAnyMomentOfItsBootLeavesNothingRegisteredOrLocked() throws Exception {
        site = Site.in(folder);
        Rounds rounds = new Rounds("SIGTERM during the boot");
        Duration boot = bootTime();
        for (int round = 0; round < Rounds.count(); round++) {
            Child worker = site.begin("a" + round, Map.of());
            Moment.let(rounds.duration(Duration.ofMillis(20), boot));
            checkStopped(worker, rounds);
        }
    }

    /** Case 65. */
    @Test
    void aWorkerStoppedJustWhenItsSessionOpensLeavesNothingRegisteredOrLocked() throws Exception {
        site = Site.in(folder);
        Rounds rounds = new Rounds("SIGTERM when the session opens");
        site.tables().enqueue(NewJob.of(Kinds.WORK, Todo.lasting(100).holding("pr-actuation/o/r#1")));
        for (String step : new String[] {"Listening", "SessionOpened"}) {
            Child worker = site.begin(step, Map.of());
            worker.log().await(step);
            checkStopped(worker, rounds);
        }
    }

    private Duration bootTime() throws Exception {
        Moment start = Moment.now();
        Child first = site.worker("first", Map.of());
        Duration boot = Moment.now().since(start);
        first.signal("TERM");
        assertThat(first.awaitEnd(Scale.GRACE)).isZero();
        return boot.plusMillis(200);
    }

    private void checkStopped(Child worker, Rounds rounds) throws Exception {
        worker.signal("TERM");

        int code = worker.awaitEnd(Scale.GRACE);
        assertThat(code).as("%s", rounds).isEqualTo(worker.log().has("SessionOpened") ? 0 : INTERRUPTED);
        site.invariants().hold().nothingIsLeft();
    }

    /** Case 65. */
    @Test
    void aWorkerStoppedBeforeItsDatabaseAnswersEndsAtOnce() throws Exception {
        site = Site.in(folder);
        Child worker = site.begin("a", Map.of("HOLDFAST_DATABASE_URL", "jdbc:postgresql://127.0.0.1:9/none"));
        worker.log().await("Listening");

        Moment stop = worker.signal("TERM");

        assertThat(worker.awaitEnd(Scale.GRACE)).isEqualTo(INTERRUPTED);
        assertThat(worker.endedAt().since(stop)).isLessThan(Scale.SLACK);
    }

    /** Case 65. */
    @Test
    void aMigrationThatIsStoppedLeavesTheOldSchemaOrTheNewOne() throws Exception {
        site = Site.withoutSchema(folder, EmbeddedPostgres.shared());
        Child migration =
                site.begin(Map.of("HOLDFAST_DATABASE_URL", site.tables().url()), "migrate");
        org.awaitility.Awaitility.await()
                .atMost(Scale.PATIENCE)
                .pollInterval(Duration.ofMillis(5))
                .until(() -> !migration.isAlive() || site.tables().has("holdfast.schema_history"));

        migration.handle().destroy();

        assertThat(migration.awaitEnd(Scale.GRACE)).isIn(Set.of(0, INTERRUPTED));
        site.tables().migrate();
        Migrations.require(PgConfig.of(site.tables().url()));
        assertThat(site.tables().count("schema_history where not success")).isZero();
    }
}
