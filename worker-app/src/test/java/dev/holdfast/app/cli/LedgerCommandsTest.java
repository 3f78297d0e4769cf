package dev.holdfast.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.holdfast.embedded.EmbeddedPostgres;
import dev.holdfast.event.EventListener;
import dev.holdfast.event.WorkerEvent;
import dev.holdfast.job.Attempt;
import dev.holdfast.job.NewJob;
import dev.holdfast.job.Outcome;
import dev.holdfast.lock.LockKey;
import dev.holdfast.pg.Migrations;
import dev.holdfast.pg.PgConfig;
import dev.holdfast.pg.PgStore;
import dev.holdfast.plugin.Handlers;
import dev.holdfast.runtime.Environment;
import dev.holdfast.runtime.Stores;
import dev.holdfast.runtime.Worker;
import dev.holdfast.runtime.WorkerConfig;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The story of a lock that a real worker held, as the command line tells it. */
class LedgerCommandsTest {
    private static final String KEY = "pr-actuation/acme/site#7";

    private final String url = EmbeddedPostgres.shared().createDatabase();

    @TempDir
    Path folder;

    private CommandLineRun cli;

    @BeforeEach
    void migrate() {
        Migrations.migrate(PgConfig.of(url));
        cli = new CommandLineRun(folder).with("HOLDFAST_DATABASE_URL", url);
    }

    /** Runs a job under the lock; something is done meanwhile. */
    private void work(Runnable meanwhile) throws InterruptedException {
        CountDownLatch settled = new CountDownLatch(1);
        try (PgStore store = PgStore.open(PgConfig.of(url));
                Worker worker = worker(store, settled, meanwhile)) {
            worker.start();
            store.queue().enqueue(NewJob.of("pr-actuate", Map.of()));
            settled.await();
        }
    }

    private static Worker worker(PgStore store, CountDownLatch settled, Runnable meanwhile) {
        EventListener events = event -> {
            store.ledger().on(event);
            if (event instanceof WorkerEvent.JobSettled) {
                settled.countDown();
            }
        };
        return Worker.create(
                WorkerConfig.defaults("test"),
                new Stores(store.sessions(), store.locks(), store.effects()),
                new Handlers().handle("pr-actuate", Map.class, (payload, attempt) -> hold(attempt, meanwhile)),
                Environment.embedded(events));
    }

    private static Outcome hold(Attempt attempt, Runnable meanwhile) throws InterruptedException {
        attempt.lock(LockKey.parse(KEY));
        meanwhile.run();
        return Outcome.complete();
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Test
    void theStoryOfAHeldLockSaysWhoHoldsItForWhichJobAndHowLongThatStaysValid() throws Exception {
        work(() -> {
            assertThat(cli.run("locks", "explain", KEY)).as(cli.err()).isZero();
            assertThat(cli.out())
                    .contains(KEY + " is held by job 1 of session 1, which is pr-actuate, since ")
                    .contains("stays valid while its worker is heard of, and at most 30 s after that");
        });
    }

    @Test
    void theStoryOfAFreeLockSaysWhyEachEarlierHoldEnded() throws Exception {
        work(() -> {});
        work(() -> {});

        assertThat(cli.run("locks", "explain", KEY)).isZero();
        assertThat(cli.out()).contains("nobody holds " + KEY, "job 2 of session 2 (pr-actuate), fence", ": settled");
        assertThat(cli.run("locks", "explain", KEY, "--json", "--limit", "1")).isZero();
        JsonNode earlier = cli.json().get("earlier");
        assertThat(earlier).hasSize(1);
        assertThat(earlier.get(0).get("why").asText()).isEqualTo("settled");
        assertThat(earlier.get(0).get("kind").asText()).isEqualTo("pr-actuate");
    }

    @Test
    void theStoryOfAStolenLockSaysByWhomAndWhy() throws Exception {
        work(() -> assertThat(cli.run("locks", "steal", KEY, "--reason", "hangs since noon", "--now"))
                .isZero());

        assertThat(cli.run("locks", "explain", KEY)).isZero();
        assertThat(cli.out()).contains("stolen by operator because hangs since noon");
    }

    @Test
    void aKeyThatWasNeverLockedHasNoStory() {
        assertThat(cli.run("locks", "explain", "a/b")).isZero();
        assertThat(cli.out()).contains("nobody holds a/b", "the ledger knows nothing of it");
    }

    @Test
    void anAuditOfWhatReallyHappenedFindsNothing() throws Exception {
        work(() -> {});
        work(() -> {});

        assertThat(cli.run("locks", "audit")).as(cli.out()).isZero();
        assertThat(cli.out()).contains("nothing found in 2 holds", "no gap in the evidence");
    }

    @Test
    void anAuditFindsWhatWasPlantedAndExitsWithOne() throws Exception {
        work(() -> {});
        execute("update holdfast.lock_events set believed_until = clock_timestamp() + interval '1 h'"
                + " where what = 'RELEASED'");
        work(() -> {});

        assertThat(cli.run("locks", "audit", "--json")).isEqualTo(1);
        assertThat(cli.json().get("findings")).singleElement().satisfies(found -> {
            assertThat(found.get("kind").asText()).isEqualTo("overlap");
            assertThat(found.get("key").asText()).isEqualTo(KEY);
        });
        assertThat(cli.run("locks", "audit")).isEqualTo(1);
        assertThat(cli.out()).contains("overlap of " + KEY, "1 found in 2 holds");
    }

    @Test
    void anAuditStatesWhatIsNotInItsEvidence() throws Exception {
        work(() -> {});
        execute("update holdfast.lock_events set rate = 8 where what = 'GRANTED'");

        assertThat(cli.run("locks", "audit")).isZero();
        assertThat(cli.out()).contains("about 7 holds that were sampled away");
    }
}
