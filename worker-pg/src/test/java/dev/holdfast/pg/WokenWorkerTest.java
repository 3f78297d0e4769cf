package dev.holdfast.pg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.embedded.EmbeddedPostgres;
import dev.holdfast.lease.Ticker;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

/** A worker and those who enqueue for it. */
class WokenWorkerTest extends PgTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    private static Duration timeUntil(PgWorker worker, int begun, Duration longest) {
        Ticker ticker = Ticker.system();
        Duration from = ticker.now();
        await().pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(1))
                .atMost(longest)
                .until(() -> worker.begun() == begun);
        return ticker.now().minus(from);
    }

    @Test
    void a_lone_job_on_an_idle_worker_starts_by_its_notification_and_not_by_the_next_look() throws Exception {
        try (PgWorker worker = new PgWorker(database, scene.store(), LONG)) {
            worker.awaitIdle();
            // The look that follows the announcement, and those that were under way.
            await().pollDelay(Duration.ofMillis(100)).until(() -> true);
            List<Duration> waits = new ArrayList<>();
            for (int job = 1; job <= 20; job++) {
                scene.enqueue(1);
                waits.add(timeUntil(worker, job, Duration.ofSeconds(5)));
            }
            Collections.sort(waits);
            assertThat(waits.get(10)).as("median of %s", waits).isLessThan(Duration.ofMillis(100));
            assertThat(database.count("select count(*) from holdfast.idle")).isEqualTo(1);
        }
    }

    @Test
    void a_job_whose_transaction_saw_nobody_waiting_starts_within_the_poll_interval() throws Exception {
        Duration poll = Duration.ofSeconds(1);
        try (Connection connection = database.connect()) {
            connection.setAutoCommit(false);
            scene.store().queue().enqueue(connection, List.of(PgScene.job()));
            try (PgWorker worker = new PgWorker(database, scene.store(), poll)) {
                worker.awaitIdle();
                connection.commit();
                assertThat(timeUntil(worker, 1, Duration.ofSeconds(10))).isLessThan(poll.plusMillis(500));
            }
        }
    }

    @Test
    void case_20_under_the_load_of_sixteen_clients_a_worker_is_notified_of_its_beginning_only() throws Exception {
        try (Heard heard = new Heard(database);
                PgWorker worker = new PgWorker(database, scene.store(), LONG)) {
            worker.awaitIdle();
            Callable<Integer> client = () -> {
                for (int i = 0; i < 125; i++) {
                    scene.store().queue().enqueue(PgScene.job());
                }
                return 125;
            };
            Threads.together(Collections.nCopies(16, client));
            await().atMost(Duration.ofSeconds(20)).until(() -> worker.begun() == 2000);
            assertThat(heard.soFar().stream().filter("due default"::equals).count())
                    .isBetween(1L, 400L);
        }
    }

    @Test
    void case_19_work_starts_within_the_poll_interval_while_the_listener_hears_nothing() throws Exception {
        Duration poll = Duration.ofSeconds(1);
        try (FaultProxy proxy = new FaultProxy(EmbeddedPostgres.shared().port())) {
            PgConfig.Options direct = PgConfig.Options.DEFAULTS.withDirectUrl(
                    database.through(proxy.port()).url());
            try (PgScene remote = new PgScene(database, database.config().with(direct), Ticker.system());
                    AutoCloseable listening = remote.store().sessions().onWake(wake -> {})) {
                proxy.swallowReplies();
                proxy.spareNewConnections();
                try (PgWorker worker = new PgWorker(database, remote.store(), poll)) {
                    worker.awaitIdle();
                    for (int job = 1; job <= 3; job++) {
                        scene.enqueue(1);
                        assertThat(timeUntil(worker, job, Duration.ofSeconds(10)))
                                .isLessThan(poll.plusMillis(500));
                    }
                }
            }
        }
    }
}
