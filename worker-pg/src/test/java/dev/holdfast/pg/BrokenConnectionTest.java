package dev.holdfast.pg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.lease.JobId;
import dev.holdfast.queue.LeasedJob;
import dev.holdfast.queue.Session;
import dev.holdfast.queue.StoreUnavailableException;
import dev.holdfast.queue.Wake;
import java.time.Duration;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** The server ends connections at any moment. */
class BrokenConnectionTest extends PgTest {
    private static final String OURS = "datname = current_database() and pid <> pg_backend_pid()";

    private void terminate(String name) {
        database.execute("select pg_terminate_backend(pid) from pg_stat_activity where " + OURS
                + " and application_name = '" + name + "'");
    }

    @Test
    void case_10_connections_killed_while_leasing_leave_only_whole_leases() {
        int jobs = 600;
        scene.enqueue(jobs);
        Session session = scene.openSession();
        AtomicBoolean done = new AtomicBoolean();
        List<Callable<Set<JobId>>> actions =
                List.of(() -> leaseAll(session, done), () -> leaseAll(session, done), () -> {
                    for (int i = 0; i < 5; i++) {
                        await().pollDelay(Duration.ofMillis(30)).until(() -> true);
                        terminate("holdfast");
                    }
                    done.set(true);
                    return Set.of();
                });

        List<Set<JobId>> leased = Threads.together(actions);

        assertThat(Collections.disjoint(leased.get(0), leased.get(1))).isTrue();
        assertThat(database.count("select count(*) from holdfast.jobs where session_id is not null"))
                .isEqualTo(session.holdings().jobs().size());
        scene.crash(session);
        assertThat(database.count("select count(*) from holdfast.jobs where session_id is null"))
                .isEqualTo(jobs);
    }

    private Set<JobId> leaseAll(Session session, AtomicBoolean done) {
        Set<JobId> leased = new HashSet<>();
        while (!done.get()) {
            try {
                scene.lease(session, 3).forEach(job -> leased.add(job.id()));
            } catch (StoreUnavailableException e) {
                // What the lost reply leased is among the session's holdings.
            }
        }
        return leased;
    }

    @Test
    void aHeartbeatOutlivesItsConnectionAndTakesItsEvidenceOfLifeAlong() {
        Session session = scene.openSession();
        assertThat(isConnected(session)).isTrue();

        terminate("holdfast heartbeat");
        await().until(() -> !isConnected(session));

        assertThat(session.heartbeat().live()).isTrue();
        assertThat(isConnected(session)).isTrue();
        session.close();
        await().until(() -> !isConnected(session));
    }

    private boolean isConnected(Session session) {
        return "t"
                .equals(database.ask(
                        "select holdfast.is_connected(" + session.id().value() + ")"));
    }

    @Test
    void aSessionLeasesAndSettlesOnAfterEveryConnectionWasKilled() {
        scene.enqueue(2);
        Session session = scene.openSession();
        LeasedJob first = scene.leaseOne(session);

        terminate("holdfast");
        await().ignoreException(StoreUnavailableException.class)
                .until(() -> session.settle(List.of(PgScene.done(first))).live());

        LeasedJob second = await().ignoreExceptions().until(() -> scene.leaseOne(session), job -> true);
        assertThat(PgScene.complete(session, List.of(second)).accepted()).containsExactly(second.id());
    }

    @Test
    void theListenerHearsAgainAfterItsConnectionWasKilled() throws Exception {
        Queue<Wake> heard = new ConcurrentLinkedQueue<>();
        scene.openSession().announceIdle(List.of("before", "after"));
        try (AutoCloseable subscription = scene.store().sessions().onWake(heard::add)) {
            scene.store().queue().enqueue(PgScene.job().withQueue("before"));
            await().until(() -> heard.contains(new Wake.Due("before")));

            terminate("holdfast listener");

            await().until(() -> {
                scene.store().queue().enqueue(PgScene.job().withQueue("after"));
                return heard.contains(new Wake.Due("after"));
            });
        }
    }

    @Test
    void closingAStoreEndsItsThreadsAndConnections() throws Exception {
        PgScene other = new PgScene(database);
        other.openSession();
        AutoCloseable subscription = other.store().sessions().onWake(wake -> {});
        scene.close();

        subscription.close();
        other.close();

        await().until(() -> database.count("select count(*) from pg_stat_activity where " + OURS) == 0);
        await().until(() -> Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().startsWith("holdfast-")));
    }
}
