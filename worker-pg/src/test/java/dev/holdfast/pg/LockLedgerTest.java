package dev.holdfast.pg;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.event.Claimant;
import dev.holdfast.event.LockTimes;
import dev.holdfast.event.WorkerEvent;
import dev.holdfast.lease.FencingToken;
import dev.holdfast.lease.JobId;
import dev.holdfast.lease.LeaseToken;
import dev.holdfast.lease.SessionId;
import dev.holdfast.lock.LockHolder;
import dev.holdfast.lock.LockKey;
import dev.holdfast.lock.Owner;
import dev.holdfast.lock.Release;
import dev.holdfast.lock.Steal;
import dev.holdfast.queue.LeasedJob;
import dev.holdfast.queue.Session;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What workers tell about locks is kept, and what this database ends itself is kept with it. */
class LockLedgerTest extends PgTest {
    private static final LockKey KEY = new LockKey("pr-actuation", "acme/site#7");

    private static Claimant claimant(long session) {
        Owner owner = Owner.of(new LeaseToken(new SessionId(session), 1), new JobId(5));
        return new Claimant(owner, "pr-actuate", "postgres", true);
    }

    private void tell(WorkerEvent event) {
        scene.store().ledger().on(event);
    }

    private void flush() {
        ((LockLedger) scene.store().ledger()).flush();
    }

    private void grant(Claimant by, long fence) {
        tell(new WorkerEvent.LockGranted(KEY, by.owner().job(), new FencingToken(fence), by));
    }

    private void release(Claimant by, long fence, Release result, LockTimes times) {
        tell(new WorkerEvent.LockReleased(
                KEY, by.owner().job(), Optional.of(new FencingToken(fence)), result, "settled", by, times));
    }

    private static LockTimes ago(long granted, long believed, long letGo) {
        return new LockTimes(Duration.ofMillis(granted), Duration.ofMillis(believed), Duration.ofMillis(letGo));
    }

    private String one(String column, String what) {
        return database.ask("select " + column + " from holdfast.lock_events where what = '" + what + "'");
    }

    @Test
    void a_hold_is_kept_with_who_it_was_and_what_ended_it() {
        Claimant by = claimant(3);
        grant(by, 9);
        release(by, 9, Release.RELEASED, ago(2000, 5, 5));
        flush();

        assertThat(one("concat_ws(' ', namespace, name, session_id, job_id, kind, store, defers, fence)", "GRANTED"))
                .isEqualTo("pr-actuation acme/site#7 3 5 pr-actuate postgres t 9");
        assertThat(one("token", "GRANTED")).isEqualTo(by.owner().token().toString());
        assertThat(one("token", "RELEASED")).isEqualTo(by.owner().token().toString());
        assertThat(one("detail", "RELEASED")).isEqualTo("settled");
    }

    @Test
    void the_moments_of_a_hold_are_told_by_the_databases_clock_within_the_stated_slack() {
        String before = database.ask("select clock_timestamp()");
        release(claimant(3), 9, Release.RELEASED, ago(60_000, 20_000, 10_000));
        String after = database.ask("select clock_timestamp()");
        flush();

        String within = "%s between '" + before + "'::timestamptz - interval '%d s' - slack" + " and '" + after
                + "'::timestamptz - interval '%d s'";
        assertThat(one(within.formatted("began_at", 60, 60), "RELEASED")).isEqualTo("t");
        assertThat(one(within.formatted("believed_until", 20, 20), "RELEASED")).isEqualTo("t");
        assertThat(one(within.formatted("at", 10, 10), "RELEASED")).isEqualTo("t");
        assertThat(one("slack between interval '10 ms' and interval '2 s'", "RELEASED"))
                .isEqualTo("t");
    }

    @Test
    void a_release_that_was_not_confirmed_is_told_apart() {
        release(claimant(3), 9, Release.NOT_MINE, ago(2000, 5, 5));
        flush();

        assertThat(one("detail", "UNCONFIRMED")).isEqualTo("settled; it was no longer its own");
    }

    @Test
    void refusals_and_runs_without_the_lock_are_kept() {
        Claimant by = claimant(3);
        tell(new WorkerEvent.LockUnguarded(KEY, new JobId(5), "the store is away", by));
        tell(new WorkerEvent.LockContended(KEY, new JobId(5), new LockHolder("job 4", new FencingToken(8)), by));
        tell(new WorkerEvent.StaleOwnerRefused(KEY, new JobId(5), Optional.empty(), "effect merge", "late", by));
        tell(new WorkerEvent.LockRenewalFailed(KEY, new JobId(5), Optional.empty(), "timeout", by));
        tell(new WorkerEvent.HeartbeatFailed(new SessionId(3), "timeout"));
        flush();

        assertThat(one("detail", "UNGUARDED")).isEqualTo("the store is away");
        assertThat(one("detail", "CONTENDED")).isEqualTo("held by job 4 (fence 8)");
        assertThat(one("detail", "REFUSED")).isEqualTo("effect merge refused: late");
        assertThat(one("count(*)", "RENEWAL_FAILED")).isEqualTo("2");
    }

    @Test
    void a_steal_writes_the_victims_end_and_why() {
        LeasedJob job = scene.run(scene.openSession());
        Owner victim = Owner.of(job.lease(), job.id());
        scene.store().locks().claim(KEY, victim).tryAcquire();

        scene.store().lockInspector().steal(KEY, new Steal("host is on fire", Steal.Mode.NOW));

        assertThat(one("detail", "STOLEN")).isEqualTo("stolen by operator because host is on fire");
        assertThat(one("token", "STOLEN")).isEqualTo(victim.token().toString());
    }

    @Test
    void a_session_that_is_ended_by_a_peer_leaves_an_end_of_each_of_its_locks() {
        Session session = scene.openSession();
        LeasedJob job = scene.run(session);
        Owner victim = Owner.of(job.lease(), job.id());
        scene.store().locks().claim(KEY, victim).tryAcquire();

        scene.crash(session);

        assertThat(one("detail", "SESSION_ENDED")).isEqualTo(session.id() + " ended: its worker stopped beating");
        assertThat(one("token", "SESSION_ENDED")).isEqualTo(victim.token().toString());
    }

    @Test
    void an_orderly_end_writes_everything_first_and_says_so() {
        Session session = scene.openSession();
        grant(claimant(session.id().value()), 9);

        session.end(Session.Will.STOPPED);

        assertThat(one("count(*)", "GRANTED")).isEqualTo("1");
        assertThat(one("session_id", "COMPLETE"))
                .isEqualTo(String.valueOf(session.id().value()));
    }

    @Test
    void a_ledger_that_is_in_the_way_keeps_no_session_from_being_ended_and_no_lock_from_being_taken() {
        Session session = scene.openSession();
        LeasedJob job = scene.run(session);
        scene.store().locks().claim(KEY, Owner.of(job.lease(), job.id())).tryAcquire();
        database.execute("alter table holdfast.lock_events add constraint broken check (what is null) not valid");
        try {
            assertThat(scene.store().lockInspector().steal(KEY, new Steal("a test", Steal.Mode.NOW)))
                    .isPresent();
            scene.crash(session);
        } finally {
            database.execute("alter table holdfast.lock_events drop constraint broken");
        }
        assertThat(database.count("select count(*) from holdfast.lock_events")).isZero();
    }

    @Test
    void what_is_older_than_its_keep_is_pruned_in_short_statements() {
        IntStream.range(0, 7).forEach(i -> grant(claimant(3), 9 + i));
        flush();
        database.execute("update holdfast.lock_events set recorded_at = now() - interval '8 days' where fence < 14");

        assertThat(database.count("select holdfast.prune_ledger(interval '7 days', 3)"))
                .isEqualTo(3);
        assertThat(database.count("select holdfast.prune_ledger(interval '7 days', 3)"))
                .isEqualTo(2);
        assertThat(database.count("select count(*) from holdfast.lock_events")).isEqualTo(2);
    }
}
