package dev.holdfast.pg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.holdfast.embedded.EmbeddedPostgres;
import dev.holdfast.job.NewJob;
import dev.holdfast.lease.Ticker;
import dev.holdfast.lock.Acquisition;
import dev.holdfast.lock.LockClaim;
import dev.holdfast.lock.LockKey;
import dev.holdfast.lock.Owner;
import dev.holdfast.lock.Release;
import dev.holdfast.queue.Holdings;
import dev.holdfast.queue.LeaseRequest;
import dev.holdfast.queue.LeasedJob;
import dev.holdfast.queue.Session;
import dev.holdfast.queue.StoreUnavailableException;
import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The server did what it was asked, and the client does not know. */
class LostReplyTest extends PgTest {
    private FaultProxy proxy;
    private PgScene remote;

    @BeforeEach
    void connectThroughProxy() throws IOException {
        proxy = new FaultProxy(EmbeddedPostgres.shared().port());
        PgConfig through = database.through(proxy.port());
        PgConfig single = through.with(through.options().withPoolSize(1));
        remote = new PgScene(database, single, Ticker.system());
    }

    @AfterEach
    void closeProxy() throws IOException {
        remote.close();
        proxy.close();
    }

    /** A pool that has just been used asks its server nothing before it sends on. */
    private void withoutReplies(Runnable action) {
        await().ignoreException(StoreUnavailableException.class)
                .until(() -> remote.store().lockInspector().list(1) != null);
        proxy.swallowReplies();
        try {
            action.run();
        } finally {
            proxy.cut();
            proxy.heal();
        }
    }

    @Test
    void case_23_jobs_whose_lease_was_not_answered_are_found_and_can_be_leased_by_the_same_number() {
        scene.enqueue(10);
        Session session = remote.openSession();
        LeaseRequest request = remote.request(4);

        await().ignoreException(StoreUnavailableException.class).until(() -> {
            withoutReplies(() ->
                    assertThatThrownBy(() -> session.lease(request)).isInstanceOf(StoreUnavailableException.class));
            return !session.holdings().jobs().isEmpty();
        });

        List<Holdings.HeldJob> held = session.holdings().jobs();
        List<LeasedJob> jobs = session.lease(request).jobs();
        assertThat(jobs)
                .extracting(LeasedJob::id)
                .containsExactlyInAnyOrderElementsOf(
                        held.stream().map(Holdings.HeldJob::id).toList());
        assertThat(PgScene.complete(session, jobs).accepted()).hasSize(4);
        assertThat(database.count("select count(*) from holdfast.jobs")).isEqualTo(6);
    }

    @Test
    void case_23_twins_of_one_request_in_flight_lease_the_same_jobs() {
        scene.enqueue(50);
        Session session = scene.openSession();
        for (int i = 0; i < 5; i++) {
            LeaseRequest request = scene.request(5);
            List<List<LeasedJob>> answers = Threads.together(Collections.nCopies(
                    3, (Callable<List<LeasedJob>>) () -> session.lease(request).jobs()));

            assertThat(answers).allSatisfy(jobs -> assertThat(jobs).hasSameElementsAs(answers.get(0)));
            assertThat(PgScene.complete(session, answers.get(0)).accepted()).hasSize(5);
        }
        assertThat(session.holdings().jobs()).isEmpty();
    }

    @Test
    void case_39_a_claim_that_was_not_answered_is_unknown_and_can_be_released_by_its_token() {
        Session session = scene.openSession();
        LeasedJob job = scene.run(session);
        LockKey key = new LockKey("pr-actuation", "owner/repo#7");
        LockClaim claim = remote.store().locks().claim(key, Owner.of(job.lease(), job.id()));

        await().until(() -> {
            withoutReplies(() -> assertThat(claim.tryAcquire()).isInstanceOf(Acquisition.Unknown.class));
            return session.holdings().locks().size() == 1;
        });
        await().until(claim::release, released -> released != Release.UNKNOWN);
        LockClaim next = scene.store().locks().claim(key, Owner.of(job.lease(), job.id()));
        assertThat(next.tryAcquire()).isInstanceOf(Acquisition.Granted.class);
    }

    @Test
    void case_52_a_claim_sent_again_after_a_lost_reply_is_the_same_grant() {
        Session session = scene.openSession();
        LeasedJob job = scene.run(session);
        LockKey key = new LockKey("ai-review", "owner/repo#7@abc:full");
        LockClaim claim = remote.store().locks().claim(key, Owner.of(job.lease(), job.id()));
        await().until(() -> {
            withoutReplies(() -> assertThat(claim.tryAcquire()).isInstanceOf(Acquisition.Unknown.class));
            return session.holdings().locks().size() == 1;
        });
        String fence = database.ask("select fence from holdfast.locks");

        Acquisition first = await().until(claim::tryAcquire, answer -> answer instanceof Acquisition.Granted);
        assertThat(claim.tryAcquire()).isEqualTo(first);
        assertThat(((Acquisition.Granted) first).fence().value()).isEqualTo(Long.parseLong(fence));
    }

    @Test
    void a_worker_frozen_in_the_middle_of_a_reply_does_not_keep_its_session_from_being_ended() throws Exception {
        String large = "\"" + "x".repeat(200_000) + "\"";
        for (int i = 0; i < 100; i++) {
            scene.store().queue().enqueue(NewJob.ofJson(PgScene.KIND, large));
        }
        Session session = remote.openSession();
        proxy.freezeReplies();
        Thread frozen = new Thread(() ->
                assertThatThrownBy(() -> remote.lease(session, 100)).isInstanceOf(StoreUnavailableException.class));
        frozen.start();

        await().atMost(Duration.ofSeconds(20))
                .ignoreException(StoreUnavailableException.class)
                .until(() -> scene.store().sessions().reap(scene.seen(session)).isPresent());

        proxy.cut();
        frozen.join(10_000);
        assertThat(database.count("select count(*) from holdfast.jobs where session_id is not null"))
                .isZero();
        assertThat(database.count("select count(*) from holdfast.leases")).isZero();
    }
}
