package dev.holdfast.pg;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.lock.Acquisition;
import dev.holdfast.lock.LockClaim;
import dev.holdfast.lock.LockKey;
import dev.holdfast.lock.Owner;
import dev.holdfast.lock.Steal;
import dev.holdfast.queue.LeasedJob;
import dev.holdfast.queue.Session;
import dev.holdfast.queue.SessionBeat;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** A session is ended while something of it is in flight. */
class ReapRaceTest extends PgTest {
    private static final LockKey KEY = new LockKey("pr-actuation", "owner/repo#7");

    @RepeatedTest(10)
    void case_24_a_lease_in_flight_is_returned_or_comes_too_late_and_never_orphaned() {
        scene.enqueue(200);
        Session session = scene.openSession();
        SessionBeat seen = scene.seen(session);

        Threads.together(List.of(
                () -> leaseUntilEnded(session),
                () -> leaseUntilEnded(session),
                () -> scene.store().sessions().reap(seen)));

        assertThat(session.heartbeat().live()).isFalse();
        assertThat(database.count("select count(*) from holdfast.jobs where session_id is not null"))
                .isZero();
        assertThat(database.count("select count(*) from holdfast.leases")).isZero();
    }

    private Object leaseUntilEnded(Session session) {
        for (int i = 0; i < 10 && session.lease(scene.request(10)).live(); i++) {
            // Until the session has ended or most jobs are leased.
        }
        return Optional.empty();
    }

    @RepeatedTest(10)
    void case_50_a_claim_in_flight_is_freed_or_comes_too_late() {
        Session session = scene.openSession();
        LeasedJob job = scene.run(session);
        SessionBeat seen = scene.seen(session);
        LockClaim claim = scene.store().locks().claim(KEY, Owner.of(job.lease(), job.id()));

        Threads.together(
                List.of(claim::tryAcquire, () -> scene.store().sessions().reap(seen)));

        assertThat(database.count("select count(*) from holdfast.locks where token is not null"))
                .isZero();
        assertThat(claim.tryAcquire()).isEqualTo(new Acquisition.LeaseLost());
    }

    @RepeatedTest(10)
    void case_2_a_settlement_that_races_the_reaper_has_one_winner() {
        Session session = scene.openSession();
        LeasedJob job = scene.run(session);
        SessionBeat seen = scene.seen(session);

        Threads.together(List.of(
                () -> PgScene.complete(session, List.of(job)),
                () -> scene.store().sessions().reap(seen)));

        long completed = database.count("select count(*) from holdfast.job_history");
        long waiting = database.count("select count(*) from holdfast.jobs where session_id is null");
        assertThat(completed + waiting).isEqualTo(1);
        assertThat(database.count("select count(*) from holdfast.jobs where session_id is not null"))
                .isZero();
    }

    @Test
    void case_44_the_victim_of_a_steal_finds_out_and_its_release_harms_nobody() {
        Session session = scene.openSession();
        LeasedJob victim = scene.run(session);
        LeasedJob thief = scene.run(session);
        LockClaim taken = scene.store().locks().claim(KEY, Owner.of(victim.lease(), victim.id()));
        LockClaim stolen = scene.store().locks().claim(KEY, Owner.of(thief.lease(), thief.id()));
        taken.tryAcquire();
        stolen.steal(new Steal("forced re-run", Steal.Mode.NOW));

        PgScene.complete(session, List.of(victim));

        assertThat(session.holdings().locks()).hasSize(1);
        assertThat(database.ask("select token from holdfast.locks"))
                .isEqualTo(stolen.owner().token().toString());
        assertThat(database.ask("select reason || ' ' || overlap || ' ' || (fence > victim_fence) || ' ' || stolen_by"
                        + " from holdfast.lock_steals"))
                .isEqualTo("forced re-run true true " + thief.id() + " of " + session.id());
    }
}
