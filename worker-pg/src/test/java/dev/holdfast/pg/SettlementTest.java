package dev.holdfast.pg;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.job.NewJob;
import dev.holdfast.lease.JobId;
import dev.holdfast.queue.LeasedJob;
import dev.holdfast.queue.Session;
import dev.holdfast.queue.Settled;
import dev.holdfast.queue.Settlement;
import dev.holdfast.queue.Settlement.Ending;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SettlementTest extends PgTest {
    /** Valid JSON that no jsonb takes. */
    private static final NewJob UNSTORABLE = NewJob.ofJson(PgScene.KIND, "1e400000");

    @Test
    void oneBadRowOfAHundredIsFoundAndTheRestIsWritten() {
        scene.enqueue(100);
        Session session = scene.openSession();
        List<LeasedJob> jobs = scene.lease(session, 100);
        JobId bad = jobs.get(61).id();
        List<Settlement> batch =
                new ArrayList<>(jobs.stream().map(PgScene::done).toList());
        batch.set(61, PgScene.ending(jobs.get(61), new Ending.Completed("", List.of(UNSTORABLE))));

        Settled settled = session.settle(batch);

        assertThat(settled.live()).isTrue();
        assertThat(settled.accepted()).hasSize(99).doesNotContain(bad);
        assertThat(settled.refused()).containsOnlyKeys(bad);
        assertThat(settled.refused().get(bad)).contains("numeric");
        assertThat(session.holdings().jobs()).extracting(held -> held.id()).containsExactly(bad);
        assertThat(session.settle(List.of(PgScene.ending(jobs.get(61), new Ending.Discarded("bad follow-up"))))
                        .accepted())
                .containsExactly(bad);
    }

    @Test
    void aMissingHistoryPartitionCostsTheHistoryAndNotTheSettlement() {
        Session session = scene.openSession();
        LeasedJob job = scene.run(session);
        database.execute("drop table holdfast." + today());
        try {
            assertThat(PgScene.complete(session, List.of(job)).accepted()).containsExactly(job.id());

            assertThat(database.count("select count(*) from holdfast.jobs")).isZero();
            assertThat(database.count("select count(*) from holdfast.job_history"))
                    .isZero();
        } finally {
            database.ask("select holdfast.ensure_history_partitions()");
        }
        PgScene.complete(session, List.of(scene.run(session)));
        assertThat(database.count("select count(*) from holdfast.job_history")).isEqualTo(1);
    }

    private String today() {
        return database.ask("select holdfast.history_partition(holdfast.utc_day(clock_timestamp()))");
    }

    @Test
    void aQueueThatKeepsNoHistoryKeepsNone() {
        scene.store().queue().retain(NewJob.DEFAULT_QUEUE, Optional.empty());
        Session session = scene.openSession();

        PgScene.complete(session, List.of(scene.run(session)));

        assertThat(database.count("select count(*) from holdfast.job_history")).isZero();
        assertThat(database.count("select count(*) from holdfast.jobs")).isZero();
    }

    @Test
    void batchesAreForgottenWhenTheirLastJobHasEnded() {
        scene.enqueue(6);
        Session session = scene.openSession();
        List<LeasedJob> jobs = scene.lease(session, 6);

        PgScene.complete(session, jobs.subList(0, 2));
        assertThat(leases()).isEqualTo(1);
        session.settle(List.of(
                PgScene.done(jobs.get(2)),
                PgScene.ending(jobs.get(3), new Ending.Returned(false, "")),
                PgScene.ending(jobs.get(4), new Ending.Snoozed(Duration.ofHours(1), "", true)),
                PgScene.done(jobs.get(5))));

        assertThat(leases()).isZero();
    }

    @Test
    void aBatchThatSeemedDoneAndIsNotIsKept() {
        scene.enqueue(2);
        Session session = scene.openSession();
        List<LeasedJob> jobs = scene.lease(session, 2);

        session.settle(List.of(
                PgScene.done(jobs.get(0)), PgScene.ending(jobs.get(1), new Ending.Completed("", List.of(UNSTORABLE)))));

        assertThat(leases()).isEqualTo(1);
        scene.crash(session);
        assertThat(database.count("select count(*) from holdfast.jobs where session_id is null"))
                .isEqualTo(1);
    }

    private long leases() {
        return database.count("select count(*) from holdfast.leases");
    }

    @Test
    void theSameSettlementTwiceInOneBatchIsWrittenOnce() {
        Session session = scene.openSession();
        LeasedJob job = scene.run(session);
        Ending next = new Ending.Completed("", List.of(PgScene.job()));

        Settled settled = session.settle(List.of(PgScene.ending(job, next), PgScene.ending(job, next)));

        assertThat(settled.accepted()).containsExactly(job.id());
        assertThat(database.count("select count(*) from holdfast.jobs")).isEqualTo(1);
        assertThat(database.count("select count(*) from holdfast.job_history")).isEqualTo(1);
    }

    @Test
    void followUpsAreStoredForThoseRowsAloneThatWereWritten() {
        Session session = scene.openSession();
        LeasedJob held = scene.run(session);
        LeasedJob lost = scene.run(session);
        PgScene.complete(session, List.of(lost));

        session.settle(List.of(
                PgScene.ending(
                        lost, new Ending.Completed("", List.of(PgScene.job().withQueue("lost")))),
                PgScene.ending(
                        held, new Ending.Completed("", List.of(PgScene.job().withQueue("held"))))));

        assertThat(database.ask("select string_agg(queue, ',') from holdfast.jobs"))
                .isEqualTo("held");
    }

    @Test
    void aJobThatWasCancelledBeforeItStartedCountsNoAttempt() {
        Session session = scene.openSession();
        LeasedJob job = scene.run(session);
        scene.store().jobs().cancel(job.id(), "not needed");

        session.settle(List.of(PgScene.ending(job, new Ending.Returned(false, "drain"))));

        assertThat(database.ask("select state || ' ' || attempts from holdfast.job_history"))
                .isEqualTo("CANCELLED 0");
    }

    @Test
    void historyIsDroppedByTheDayWhenNoQueueKeepsItAnyMore() {
        String old = database.ask("select holdfast.history_partition(holdfast.utc_day(now()) - 9)");
        String recent = database.ask("select holdfast.history_partition(holdfast.utc_day(now()) - 6)");
        database.ask("select holdfast.add_history_partition(holdfast.utc_day(now()) - 9)");
        database.ask("select holdfast.add_history_partition(holdfast.utc_day(now()) - 6)");
        scene.store().queue().retain("long", Optional.of(Duration.ofDays(30)));
        assertThat(database.count("select holdfast.expire_history()")).isZero();

        scene.store().queue().retain("long", Optional.of(Duration.ofDays(1)));

        assertThat(database.count("select holdfast.expire_history()")).isEqualTo(1);
        assertThat(database.ask("select to_regclass('holdfast." + old + "')")).isNull();
        assertThat(database.ask("select to_regclass('holdfast." + recent + "')"))
                .isNotNull();
    }
}
