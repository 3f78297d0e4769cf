package dev.holdfast.pg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.embedded.EmbeddedPostgres;
import dev.holdfast.job.NewJob;
import dev.holdfast.lease.SessionId;
import dev.holdfast.lease.Ticker;
import dev.holdfast.queue.Wake;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class ListenerTest extends PgTest {
    @Test
    void case_19_a_connection_that_drops_packets_in_silence_is_replaced_at_the_next_check() throws Exception {
        AtomicReference<Duration> time = new AtomicReference<>(Duration.ZERO);
        Queue<Wake> heard = new ConcurrentLinkedQueue<>();
        waiting();
        try (FaultProxy proxy = new FaultProxy(EmbeddedPostgres.shared().port());
                PgScene remote = new PgScene(database, slowlyBounded(proxy), time::get);
                AutoCloseable subscription = remote.store().sessions().onWake(heard::add)) {
            proxy.swallowReplies();
            proxy.spareNewConnections();
            Duration noticedFrom = Ticker.system().now();

            time.set(Ear.CHECK_EVERY);

            await().atMost(Duration.ofSeconds(20)).until(() -> {
                scene.enqueue(1);
                return heard.contains(new Wake.Due(NewJob.DEFAULT_QUEUE));
            });
            Duration noticed = Ticker.system().now().minus(noticedFrom);
            assertThat(noticed)
                    .as("besides the ten seconds that a test need not wait")
                    .isLessThan(NOTICED);
        }
    }

    /** Of the fifteen seconds, those that come after the check began. */
    private static final Duration NOTICED = Duration.ofSeconds(15).minus(Ear.CHECK_EVERY);

    /** With the long bounds of the usual ttl: the check must not wait for them. */
    private PgConfig slowlyBounded(FaultProxy proxy) {
        return new PgConfig(database.through(proxy.port()).url(), "", "", PgConfig.Options.DEFAULTS);
    }

    private void waiting() {
        scene.openSession().announceIdle(List.of(NewJob.DEFAULT_QUEUE, "last", "later"));
    }

    @Test
    void a_connection_that_hears_itself_is_kept() throws Exception {
        AtomicReference<Duration> time = new AtomicReference<>(Duration.ZERO);
        try (PgScene other = new PgScene(database, database.config(), time::get);
                AutoCloseable subscription = other.store().sessions().onWake(wake -> {})) {
            String before = listener();
            for (int check = 1; check <= 3; check++) {
                time.set(Duration.ofSeconds(11L * check));
                await().pollDelay(Duration.ofMillis(1200)).until(() -> true);
            }
            assertThat(listener()).isEqualTo(before);
        }
    }

    private String listener() {
        return database.ask("select string_agg(pid::text, ',') from pg_stat_activity"
                + " where datname = current_database() and application_name = 'holdfast listener'");
    }

    @Test
    void a_batch_is_announced_once_for_each_queue_and_a_delayed_job_not_at_all() throws Exception {
        waiting();
        try (Heard heard = new Heard(database)) {
            scene.store().queue().enqueue(Collections.nCopies(500, PgScene.job()));
            scene.store().queue().enqueue(PgScene.job().withQueue("later").withDelay(Duration.ofMinutes(1)));
            scene.store().queue().enqueue(PgScene.job().withQueue("last"));

            assertThat(heard.upTo("due last")).containsExactly("due default", "due last");
        }
    }

    @Test
    void a_store_that_does_not_notify_says_nothing_and_does_not_listen() throws Exception {
        PgConfig quiet = database.config().with(database.config().options().withNotifying(false));
        try (PgStore store = PgStore.open(quiet);
                AutoCloseable subscription = store.sessions().onWake(wake -> {})) {
            assertThat(listener()).isNull();
            waiting();
            try (Heard heard = new Heard(database)) {
                store.queue().enqueue(PgScene.job());
                scene.store().queue().enqueue(PgScene.job().withQueue("last"));

                assertThat(heard.upTo("due last")).containsExactly("due last");
            }
        }
    }

    @Test
    void a_session_of_a_store_that_does_not_notify_announces_nothing() throws Exception {
        PgConfig quiet = database.config().with(database.config().options().withNotifying(false));
        try (PgScene silent = new PgScene(database, quiet, Ticker.system())) {
            silent.openSession().announceIdle(List.of(NewJob.DEFAULT_QUEUE));
            assertThat(database.count("select count(*) from holdfast.idle")).isZero();
        }
    }

    @Test
    void what_is_not_understood_is_passed_over() {
        assertThat(Ear.read("due a:b")).contains(new Wake.Due("a:b"));
        assertThat(Ear.read("attention 12")).contains(new Wake.Attention(new SessionId(12)));
        assertThat(Ear.read("attention 0")).isEmpty();
        assertThat(Ear.read("attention x")).isEmpty();
        assertThat(Ear.read("self 1")).isEmpty();
        assertThat(Ear.read("")).isEmpty();
    }
}
