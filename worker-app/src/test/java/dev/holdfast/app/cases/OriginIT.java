package dev.holdfast.app.cases;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.holdfast.app.cases.Records.Run;
import dev.holdfast.app.cases.handlers.Kinds;
import dev.holdfast.app.cases.handlers.Todo;
import dev.holdfast.embedded.EmbeddedRedis;
import dev.holdfast.embedded.RedisServer;
import dev.holdfast.job.NewJob;
import dev.holdfast.lease.JobId;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The accidents from which the design began, with real processes, on each durable store. Those that are about the
 * registry of one worker are in {@link OriginTest}.
 */
class OriginIT {
    private static final int USAGE = 2;
    private static final int FORCED = 75;
    private static final List<String> KEYS = List.of("pr-actuation/o/r#1", "ai-review/o/r#1");
    /** From the start of the first observer to the next grant. */
    private static final Duration FREE = Scale.TTL.plus(Scale.POLL).plus(Scale.SLACK);

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path folder;

    private Site site;
    private Where.Opened store;

    @BeforeEach
    void setUp() throws Exception {
        site = Site.in(folder);
    }

    @AfterEach
    void tearDown() throws Exception {
        site.close();
        if (store != null) {
            store.close();
        }
    }

    private Child worker(String name, String... more) throws Exception {
        Child worker = site.begin(name, settings(more));
        worker.log().await("SessionOpened");
        return worker;
    }

    private Map<String, String> settings(String... more) {
        Map<String, String> settings = new HashMap<>(store.settings());
        for (int i = 0; i < more.length; i += 2) {
            settings.put(more[i], more[i + 1]);
        }
        return settings;
    }

    private JobId enqueue(String kind, String key, Todo todo) {
        return site.tables().enqueue(NewJob.of(kind, todo.holding(key)));
    }

    private JobId enqueueOwner(String kind, String key, Todo todo) {
        return site.tables().enqueue(NewJob.of(kind, todo.holding(key)).withQueue("owners"));
    }

    /** Case 42. */
    @ParameterizedTest
    @EnumSource
    @DisplayName("boot with a live lock of another instance -> the key survives")
    void bootWithALiveLockOfAnotherInstanceTheKeySurvives(Where where) throws Exception {
        store = where.open(folder);
        Child owner = worker("a", "HOLDFAST_QUEUES", "owners");
        List<JobId> jobs = KEYS.stream()
                .map(key -> enqueueOwner(Kinds.WORK, key, Todo.lasting(4000)))
                .toList();
        jobs.forEach(job -> site.records().awaitHold(job));

        Child booting = worker("b");
        List<JobId> rivals = KEYS.stream()
                .map(key -> enqueue(Kinds.WORK, key, Todo.lasting(50)))
                .toList();
        site.tables().awaitDone();

        for (int i = 0; i < jobs.size(); i++) {
            Run held = site.records().runs(jobs.get(i)).get(0);
            assertThat(held.how()).contains("done");
            assertThat(site.records().awaitDone(rivals.get(i)).started()).isGreaterThan(held.end());
        }
        assertThat(owner.log().events("LockLost")).isEmpty();
        assertThat(booting.log().events("LeftoverReleased")).isEmpty();
        assertThat(booting.log().events("SessionReaped")).isEmpty();
        site.invariants().hold().everyJobEnded();
    }

    /** Case 43. */
    @ParameterizedTest
    @EnumSource
    @DisplayName("SIGTERM with a job still draining -> its lock stays held and a rival is refused")
    void sigtermWithAJobStillDrainingItsLockStaysHeldAndARivalIsRefused(Where where) throws Exception {
        store = where.open(folder);
        Child rivalsWorker = worker("b");
        Child owner = worker("a", "HOLDFAST_QUEUES", "owners");
        // Longer than the ttl: it is the drain that keeps it, and not the time it has left.
        List<JobId> jobs = KEYS.stream()
                .map(key -> enqueueOwner(Kinds.WORK, key, Todo.lasting(3500)))
                .toList();
        jobs.forEach(job -> site.records().awaitHold(job));

        owner.signal("TERM");
        List<JobId> rivals = KEYS.stream()
                .map(key -> enqueue(Kinds.WORK, key, Todo.lasting(50)))
                .toList();

        assertThat(owner.awaitEnd(Scale.GRACE)).isZero();
        assertThat(owner.log().lastLine()).contains("2 finished, 0 returned, 0 forced");
        site.tables().awaitDone();
        for (int i = 0; i < jobs.size(); i++) {
            Run held = site.records().runs(jobs.get(i)).get(0);
            assertThat(site.records().awaitDone(rivals.get(i)).started()).isGreaterThan(held.end());
        }
        assertThat(rivalsWorker.log().events("LockContended")).isNotEmpty();
        site.invariants().hold().everyJobEnded();
    }

    /** Case 35, at boot. */
    @ParameterizedTest
    @ValueSource(strings = {"allkeys-lru", "volatile-ttl"})
    @DisplayName("boot assertion fires when the policy can evict")
    void bootAssertionFiresWhenThePolicyCanEvict(String policy) throws Exception {
        store = new Where.Opened(
                EmbeddedRedis.start(RedisServer.in(folder.resolve("redis")).with("maxmemory-policy", policy)));

        Child worker = site.begin("a", settings());

        assertThat(worker.awaitEnd(Scale.PATIENCE)).isEqualTo(USAGE);
        assertThat(worker.log().errors()).contains("redis", policy, "maxmemory-policy noeviction");
        assertThat(worker.log().events("SessionOpened")).isEmpty();
        assertThat(worker.log().events("LockGranted")).isEmpty();
    }

    /** Case 37. */
    @ParameterizedTest
    @EnumSource
    void aProcessThatStartsAgainUnderItsNameReleasesNothingOfItsPredecessorButByTheBootRule(Where where)
            throws Exception {
        store = where.open(folder);
        Child first = worker("same");
        JobId job = enqueue(Kinds.WORK, KEYS.get(0), Todo.lastingFirst(60_000));
        site.records().awaitHold(job);

        first.kill();
        Child second = site.begin("same", settings());
        JobId rival = enqueue(Kinds.WORK, KEYS.get(0), Todo.lasting(50));
        second.log().await("SessionOpened");
        Moment opened = Moment.now();

        Run granted = site.records().awaitDone(rival);
        assertThat(granted.started().since(opened)).isLessThan(FREE);
        site.tables().awaitDone();
        site.invariants().hold().everyJobEnded();
    }

    /** Case 51. */
    @ParameterizedTest
    @EnumSource
    void theLockOfADeafHandlerIsFreeASecondOrTwoAfterItsProcessIsDeadAndNotBefore(Where where) throws Exception {
        store = where.open(folder);
        Child peer = worker("b");
        Child owner = worker(
                "a",
                "STOP_GRACE_PERIOD",
                "3s",
                "HOLDFAST_QUEUES",
                "owners",
                "HOLDFAST_SESSION_TTL",
                "20s",
                where == Where.REDIS ? "HOLDFAST_REDIS_LOCK_TTL" : "HOLDFAST_SESSION_TTL",
                "20s");
        JobId job = enqueueOwner(Kinds.DEAF, KEYS.get(0), Todo.lastingFirst(60_000));
        site.records().awaitHold(job);
        JobId rival = enqueue(Kinds.WORK, KEYS.get(0), Todo.lasting(50));
        peer.log().await("LockContended");

        owner.signal("TERM");

        assertThat(owner.awaitEnd(Duration.ofSeconds(4))).isEqualTo(FORCED);
        Run granted = site.records().awaitDone(rival);
        assertThat(granted.started()).isGreaterThan(owner.endedAt());
        assertThat(granted.started().since(owner.endedAt()))
                .isLessThan(Duration.ofSeconds(2).plus(Scale.SLACK));
        assertThat(site.sink().callsOf(owner.pid())).allMatch(call -> call.at().compareTo(granted.started()) < 0);
        site.invariants().hold();
    }

    /** Enforced by the database: whichever store keeps the locks. */
    @ParameterizedTest
    @EnumSource
    void ofTwoWorkersOfADeploymentThatIsDeclaredSingleInstanceTheSecondRefusesToStart(Where where) throws Exception {
        store = where.open(folder);
        Child first = worker("first", "HOLDFAST_SINGLE_INSTANCE", "true");
        JsonNode opened = first.log().events("SessionOpened").get(0);

        Child second = site.begin("second", settings("HOLDFAST_SINGLE_INSTANCE", "true"));

        assertThat(second.awaitEnd(Scale.PATIENCE)).isEqualTo(USAGE);
        assertThat(second.log().errors())
                .contains("session " + opened.get("session").asLong(), "first@", "SINGLE_INSTANCE");
        first.signal("TERM");
        assertThat(first.awaitEnd(Scale.GRACE)).isZero();
        worker("third", "HOLDFAST_SINGLE_INSTANCE", "true");
    }
}
