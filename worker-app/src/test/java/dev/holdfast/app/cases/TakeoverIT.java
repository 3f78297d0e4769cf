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

/** A worker dies or stands still, and a peer takes its jobs over. */
class TakeoverIT {
    private static final String KEY = "pr-actuation/o/r#1";
    private static final int FENCED = 75;
    /** From a hard death to the next run: the ttl, a poll, and a second for everything else. */
    private static final Duration TAKEN_OVER = Scale.TTL.plus(Scale.POLL).plusSeconds(1);

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path folder;

    private Site site;
    private Pair pair;

    @BeforeEach
    void setUp() throws Exception {
        site = Site.in(folder);
        pair = site.pair(Map.of());
    }

    @AfterEach
    void tearDown() throws Exception {
        site.close();
    }

    /** Case 3. */
    @Test
    void theJobOfAKilledWorkerRunsAgainWithinTheTtlAPollAndASecond() throws Exception {
        JobId job = site.tables()
                .enqueue(NewJob.of(Kinds.WORK, Todo.lastingFirst(60_000).holding(KEY)));
        Child worker = pair.that(site.records().awaitHold(job));

        Moment.let(Duration.ofSeconds(1));
        Moment killed = Moment.now();
        worker.kill();

        Run again = site.records().awaitDone(job);
        assertThat(again.started().since(killed)).isLessThan(TAKEN_OVER);
        site.tables().awaitDone();
        assertThat(site.tables().ended(job, "attempts", Integer.class)).isEqualTo(2);
        assertThat(pair.peerOf(worker).log().events("SessionReaped")).hasSize(1);
        site.invariants().hold().everyJobEnded().attemptsAreRuns();
    }

    /** Case 6. */
    @Test
    void aFrozenWorkerThatGoesOnSettlesNothingAndWorksAgainUnderANewSession() throws Exception {
        JobId job = site.tables()
                .enqueue(NewJob.of(
                        Kinds.WORK, Todo.lastingFirst(60_000).holding(KEY).proceeding()));
        Child worker = pair.that(site.records().awaitHold(job));

        freezeUntilDoneElsewhere(worker, job);
        worker.thaw();

        worker.log().await("SettlementRefused");
        assertThat(worker.log().events("SettlementRefused")).hasSize(1);
        assertThat(site.tables().ended(job, "state", String.class)).isEqualTo("COMPLETED");
        assertThat(site.records().runs(job)).hasSize(2);
        pair.peerOf(worker).signal("TERM");
        assertThat(pair.peerOf(worker).awaitEnd(Scale.GRACE)).isZero();
        JobId next = site.tables().enqueue(NewJob.of(Kinds.WORK, Todo.lasting(50)));
        assertThat(site.records().awaitDone(next).pid()).isEqualTo(worker.pid());
        site.tables().awaitDone();
        site.invariants().hold().everyJobEnded().attemptsAreRuns();
    }

    /** Cases 6 and 29. */
    @Test
    void aFrozenOwnerOfAMutationHaltsAsSoonAsItGoesOn() throws Exception {
        JobId job = site.tables()
                .enqueue(NewJob.of(Kinds.DEAF, Todo.lastingFirst(60_000).holding(KEY)));
        Child worker = pair.that(site.records().awaitHold(job));

        freezeUntilDoneElsewhere(worker, job);
        Moment thawed = worker.thaw();

        assertThat(worker.awaitEnd(Scale.PATIENCE)).isEqualTo(FENCED);
        assertThat(worker.endedAt().since(thawed)).isLessThan(Scale.SLACK);
        assertThat(worker.log().lastLine()).contains("halted");
        site.invariants().hold().everyJobEnded().attemptsAreRuns();
    }

    /** Case 29. */
    @Test
    void theLateEffectOfAFrozenWorkerIsRefusedByOursAndByATargetThatKnowsFences() throws Exception {
        JobId job = site.tables().enqueue(NewJob.of(Kinds.EFFECT, new Todo("ai-review/o/r#1", true, 4000, 50)));
        Run first = site.records().awaitHold(job);
        Child worker = pair.that(first);

        freezeUntilDoneElsewhere(worker, job);
        worker.thaw();

        worker.log().await("SettlementRefused");
        assertThat(worker.log().has("SessionLost")).isTrue();
        for (String target : List.of("ours", "fenced")) {
            assertThat(effects(target, first, false)).as("%s, late", target).isEqualTo(1);
            assertThat(site.records().count("effects where accepted and target = '" + target + "'"))
                    .as("%s, all", target)
                    .isEqualTo(1);
        }
        // Nobody can refuse it there: it is counted.
        assertThat(site.records().count("effects where target = 'blind'")).isEqualTo(2);
        site.tables().awaitDone();
        site.invariants().hold().everyJobEnded().attemptsAreRuns();
    }

    private long effects(String target, Run run, boolean accepted) {
        return site.records()
                .count("effects where target = '" + target + "' and run = " + run.id() + " and accepted = " + accepted);
    }

    /** What it held no longer counts from the moment it stands still. */
    private void freezeUntilDoneElsewhere(Child worker, JobId job) throws Exception {
        site.records().stopped(worker.pid(), worker.freeze());
        assertThat(site.records().awaitDone(job).pid())
                .isEqualTo(pair.peerOf(worker).pid());
        site.tables().awaitDone();
    }
}
