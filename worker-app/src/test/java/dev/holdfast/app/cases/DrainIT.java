package dev.holdfast.app.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.app.cases.Records.Run;
import dev.holdfast.app.cases.handlers.Kinds;
import dev.holdfast.app.cases.handlers.Todo;
import dev.holdfast.job.NewJob;
import dev.holdfast.lease.JobId;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** SIGTERM while jobs run. */
class DrainIT {
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

    /** Cases 1 and 28. */
    @Test
    void aJobThatOutlivesTheTtlInADrainIsRenewedAndRunsOnce() throws Exception {
        Pair pair = site.pair(Map.of("STOP_GRACE_PERIOD", "9s"));
        Duration needed = Scale.TTL.multipliedBy(3);
        JobId job = site.tables()
                .enqueue(work(Todo.lasting(needed.plus(Scale.SLACK).toMillis()).holding("pr-actuation/o/r#1")));
        Run run = site.records().awaitHold(job);

        Child worker = pair.that(run);
        Moment stop = worker.signal("TERM");

        assertThat(worker.awaitEnd(Duration.ofSeconds(9))).isZero();
        assertThat(worker.log().lastLine()).contains("1 finished, 0 returned, 0 forced");
        assertThat(site.records().runs(job)).singleElement().satisfies(only -> {
            assertThat(only.how()).contains("done");
            assertThat(only.end().since(stop)).isGreaterThan(needed);
        });
        assertThat(pair.peerOf(worker).log().has("SessionReaped")).isFalse();
        site.invariants().hold().everyJobEnded().attemptsAreRuns();
    }

    /** Case 15. */
    @Test
    void whatADrainDoesNotStartIsAvailableToOthersWithinASecond() throws Exception {
        Pair pair = site.pair(Map.of("HOLDFAST_CONCURRENCY", "1", "HOLDFAST_PREFETCH", "5"));
        List<JobId> jobs = site.tables()
                .enqueue(IntStream.range(0, 6)
                        .mapToObj(i -> work(Todo.lastingFirst(1500)).withPriority(i))
                        .toArray(NewJob[]::new));
        Run first = site.records().awaitRun(jobs.get(0), 1);

        Child worker = pair.that(first);
        Moment stop = worker.signal("TERM");

        Run second = site.records().awaitRun(jobs.get(1), 1);
        assertThat(second.pid()).isEqualTo(pair.peerOf(worker).pid());
        assertThat(second.started().since(stop)).isLessThan(Duration.ofSeconds(1));
        assertThat(worker.awaitEnd(Scale.GRACE)).isZero();
        site.tables().awaitDone();
        site.invariants().hold().everyJobEnded().attemptsAreRuns();
    }

    /** Cases 15 and 64. */
    @Test
    void aHandlerThatStopsWhenItIsToldIsRunByAPeerWithinASecond() throws Exception {
        Pair pair = site.pair(Map.of());
        JobId job = site.tables().enqueue(work(Todo.lastingFirst(60_000)));
        Run first = site.records().awaitRun(job, 1);

        Child worker = pair.that(first);
        worker.signal("TERM", "INT", "TERM", "TERM", "INT");

        assertThat(worker.awaitEnd(Scale.SLACK.plusSeconds(1))).isZero();
        assertThat(worker.log().lastLine()).contains("0 finished, 1 returned, 0 forced");
        Run second = site.records().awaitRun(job, 2);
        assertThat(second.started().since(site.records().runs(job).get(0).end()))
                .isBetween(Duration.ZERO, Duration.ofSeconds(1));
        site.tables().awaitDone();
        site.invariants().hold().everyJobEnded().attemptsAreRuns();
    }

    /** Case 8. */
    @Test
    void aHandlerThatFailsAtTheDrainDeadlineHasOneNextAttemptAndNotBeforeItHasEnded() throws Exception {
        Pair pair = site.pair(Map.of("STOP_GRACE_PERIOD", "3s"));
        JobId job = site.tables().enqueue(NewJob.of(Kinds.FAIL, Todo.lastingFirst(60_000)));
        Child worker = pair.that(site.records().awaitRun(job, 1));

        worker.signal("TERM");

        assertThat(worker.awaitEnd(Duration.ofSeconds(3))).isZero();
        site.tables().awaitDone();
        List<Run> runs = site.records().runs(job);
        assertThat(runs).hasSize(2);
        assertThat(runs.get(0).how()).contains("IllegalStateException");
        assertThat(runs.get(1).started()).isGreaterThan(runs.get(0).end());
        site.invariants().hold().everyJobEnded().attemptsAreRuns();
    }

    /** Case 26. */
    @Test
    void everyFinishedAttemptIsSettledBeforeTheExit() throws Exception {
        Child worker = site.worker("a");
        List<JobId> jobs = site.tables()
                .enqueue(IntStream.range(0, 400)
                        .mapToObj(i -> work(Todo.lasting(5)))
                        .toArray(NewJob[]::new));
        site.records().awaitRun(jobs.get(60), 1);

        worker.signal("TERM");

        assertThat(worker.awaitEnd(Scale.GRACE)).isZero();
        List<Run> runs = site.records().runs();
        assertThat(runs).hasSizeLessThan(400).allMatch(run -> run.how().equals(java.util.Optional.of("done")));
        assertThat(site.tables().count("job_history where state = 'COMPLETED'")).isEqualTo(runs.size());
        assertThat(site.tables().count("jobs where attempts > 0 or session_id is not null"))
                .isZero();
        site.invariants().hold().nothingIsLeft();
    }

    /** Case 43. */
    @Test
    void aLockIsHeldInADrainUntilItsHandlerHasEndedAndRivalsAreRefused() throws Exception {
        List<String> keys = List.of("pr-actuation/o/r#1", "ai-review/o/r#1");
        Child peer = site.begin("b", Map.of());
        Child worker = site.worker("a", Map.of("HOLDFAST_QUEUES", "owners"));
        peer.log().await("SessionOpened");
        List<JobId> owners = site.tables().enqueue(under(keys, "owners", 3000));
        for (JobId owner : owners) {
            site.records().awaitHold(owner);
        }

        worker.signal("TERM");
        List<JobId> rivals = site.tables().enqueue(under(keys, "default", 50));

        assertThat(worker.awaitEnd(Scale.GRACE)).isZero();
        assertThat(worker.log().lastLine()).contains("2 finished, 0 returned, 0 forced");
        site.tables().awaitDone();
        for (int i = 0; i < keys.size(); i++) {
            Run owned = site.records().runs(owners.get(i)).get(0);
            List<Run> tries = site.records().runs(rivals.get(i));
            assertThat(tries).hasSizeGreaterThan(1);
            assertThat(tries.get(tries.size() - 1).started()).isGreaterThan(owned.end());
        }
        site.invariants().hold().everyJobEnded().attemptsAreRuns();
    }

    private static NewJob[] under(List<String> keys, String queue, long ms) {
        return keys.stream()
                .map(key -> work(Todo.lasting(ms).holding(key)).withQueue(queue))
                .toArray(NewJob[]::new);
    }

    private static NewJob work(Todo todo) {
        return NewJob.of(Kinds.WORK, todo);
    }
}
