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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** Handlers that will not stop, or stop more than themselves. */
class ForcedStopIT {
    private static final int FORCED = 75;
    private static final Map<String, String> SHORT = Map.of("STOP_GRACE_PERIOD", "3s");
    private static final Duration DEADLINE = Duration.ofSeconds(3);
    /** From the death of a process that left a last will to the next grant, as the lock matrix promises. */
    private static final Duration STRANDED = Duration.ofSeconds(2);

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

    /** Case 51. */
    @Test
    void aDeafHandlerKeepsItsLockUntilItsProcessIsDeadAndCallsNobodyAfterTheNextGrant() throws Exception {
        Child peer = site.begin("b", Map.of());
        Child worker = site.worker("a", Map.of("STOP_GRACE_PERIOD", "3s", "HOLDFAST_QUEUES", "owners"));
        peer.log().await("SessionOpened");
        List<String> keys = List.of("pr-actuation/o/r#1", "ai-review/o/r#1");
        for (String key : keys) {
            JobId owner = site.tables()
                    .enqueue(NewJob.of(Kinds.DEAF, Todo.lastingFirst(60_000).holding(key))
                            .withQueue("owners"));
            site.records().awaitHold(owner);
        }
        List<JobId> rivals = site.tables()
                .enqueue(keys.stream()
                        .map(key -> NewJob.of(Kinds.WORK, Todo.lasting(50).holding(key)))
                        .toArray(NewJob[]::new));
        peer.log().await("LockContended");

        Moment stop = worker.signal("TERM");

        assertThat(worker.awaitEnd(DEADLINE)).isEqualTo(FORCED);
        assertThat(worker.log().lastLine()).contains("0 finished, 0 returned, 2 forced");
        assertThat(worker.endedAt().since(stop)).isLessThan(DEADLINE);
        for (JobId rival : rivals) {
            Run granted = site.records().awaitDone(rival);
            assertThat(granted.started()).isGreaterThan(worker.endedAt());
            assertThat(granted.started().since(worker.endedAt())).isLessThan(STRANDED.plus(Scale.SLACK));
            assertThat(site.sink().callsOf(worker.pid()))
                    .isNotEmpty()
                    .allMatch(call -> call.at().compareTo(granted.started()) < 0);
        }
        site.invariants().hold();
    }

    /** Case 62. */
    @Test
    void aHandlerThatExitsTheProcessInADrainEndsItByTheDeadline() throws Exception {
        Child worker = site.worker("a", SHORT);
        JobId job =
                site.tables().enqueue(NewJob.of(Kinds.EXIT, Todo.lasting(60_000).holding("pr-actuation/o/r#1")));
        site.records().awaitHold(job);

        Moment stop = worker.signal("TERM");

        assertThat(worker.awaitEnd(DEADLINE)).isEqualTo(FORCED);
        assertThat(worker.endedAt().since(stop)).isLessThan(DEADLINE);
        assertThat(worker.log().lastLine()).contains("0 finished, 0 returned, 1 forced");
    }

    /** Case 62. */
    @Test
    void aHandlerThatExitsTheProcessStartsADrainInWhichTheOthersEnd() throws Exception {
        Child worker = site.worker("a", SHORT);
        JobId job = site.tables().enqueue(NewJob.of(Kinds.EXIT, Todo.lasting(500)));
        JobId other = site.tables().enqueue(NewJob.of(Kinds.WORK, Todo.lasting(1000)));
        Moment exit = site.records().awaitRun(job, 1).started().plus(Duration.ofMillis(500));
        site.records().awaitRun(other, 1);

        assertThat(worker.awaitEnd(DEADLINE.plus(Scale.SLACK))).isEqualTo(FORCED);
        assertThat(worker.endedAt().since(exit)).isLessThan(DEADLINE);
        assertThat(site.tables().ended(other, "state", String.class)).isEqualTo("COMPLETED");
        assertThat(worker.log().lastLine()).contains("1 finished, 0 returned, 1 forced");
    }
}
