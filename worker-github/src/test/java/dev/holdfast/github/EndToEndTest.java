package dev.holdfast.github;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.embedded.EmbeddedPostgres;
import dev.holdfast.event.EventListener;
import dev.holdfast.github.demo.GitHubDemo;
import dev.holdfast.github.demo.RunningStandIn;
import dev.holdfast.github.pull.PullId;
import dev.holdfast.github.pull.ReviewRequest;
import dev.holdfast.job.Job;
import dev.holdfast.job.JobState;
import dev.holdfast.lease.JobId;
import dev.holdfast.memory.MemoryStore;
import dev.holdfast.pg.Migrations;
import dev.holdfast.pg.PgConfig;
import dev.holdfast.pg.PgStore;
import dev.holdfast.plugin.DemoScenario.DemoDelivery;
import dev.holdfast.plugin.DemoScenario.Verdict;
import dev.holdfast.plugin.Handlers;
import dev.holdfast.plugin.Settings;
import dev.holdfast.plugin.Webhook;
import dev.holdfast.queue.JobInspector;
import dev.holdfast.queue.JobInspector.Filter;
import dev.holdfast.queue.JobQueue;
import dev.holdfast.runtime.Environment;
import dev.holdfast.runtime.ShutdownPlan;
import dev.holdfast.runtime.Stores;
import dev.holdfast.runtime.Worker;
import dev.holdfast.runtime.WorkerConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Deliveries in, pull requests dealt with: two workers on one store, the real handlers, the real stand-in. */
class EndToEndTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration TTL = Duration.ofSeconds(10);

    @TempDir
    Path directory;

    private final GitHubPlugin plugin = new GitHubPlugin();

    @Test
    void two_workers_deal_with_every_delivery_and_never_act_twice_or_at_once() throws Exception {
        MemoryStore store = new MemoryStore();
        Stores stores = new Stores(store.sessions(), store.locks(), store.effects());

        dealWithEverything(store.queue(), store.jobs(), stores);
    }

    @Test
    void they_do_so_on_postgres() throws Exception {
        PgConfig config =
                PgConfig.of(EmbeddedPostgres.shared().createDatabase()).with(PgConfig.Options.DEFAULTS.withTtl(TTL));
        Migrations.migrate(config);
        try (PgStore store = PgStore.open(config)) {
            Stores stores = new Stores(store.sessions(), store.locks(), store.effects());

            dealWithEverything(store.queue(), store.jobs(), stores);
        }
    }

    @Test
    void a_forced_review_stops_the_one_that_runs_and_both_jobs_end_with_one_verdict() throws Exception {
        MemoryStore store = new MemoryStore();
        Stores stores = new Stores(store.sessions(), store.locks(), store.effects());
        PullId pull = new PullId("octo", "shop", 8);
        try (RunningStandIn standIn =
                        new RunningStandIn(directory, "reviewMillis=1500", "callMillis=5", "approvePercent=0");
                Worker worker = worker(standIn, stores)) {
            worker.start();
            JobId victim = store.queue()
                    .enqueue(ReviewRequest.ofPush(pull, standIn.head(pull), "opened"))
                    .id();
            await().atMost(PATIENCE).until(() -> standIn.calls().contains("REVIEW"));
            store.queue().enqueue(ReviewRequest.forced(pull, 17, "/review in comment 17"));
            await().atMost(PATIENCE)
                    .until(() -> jobs(store.jobs()).stream()
                            .allMatch(job -> job.state().isFinal()));

            Job ended = store.jobs().show(victim).orElseThrow();
            assertThat(ended.details().note()).startsWith("reused");
            assertThat(ended.details().tally().failures()).isZero();
            assertThat(standIn.calls()).filteredOn("REVIEW"::equals).hasSize(2);
            assertThat(standIn.verdict().duplicateActuations()).isZero();
        }
    }

    private void dealWithEverything(JobQueue queue, JobInspector inspector, Stores stores) throws Exception {
        try (RunningStandIn standIn = new RunningStandIn(directory, "reviewMillis=50", "callMillis=5");
                Worker one = worker(standIn, stores);
                Worker two = worker(standIn, stores)) {
            one.start();
            two.start();
            deliver(standIn, queue);
            await().atMost(PATIENCE)
                    .until(() ->
                            jobs(inspector).stream().allMatch(job -> job.state().isFinal()));

            assertThat(jobs(inspector)).hasSizeGreaterThan(40).allMatch(job -> job.state() == JobState.COMPLETED);
            check(standIn.verdict());
        }
    }

    private static void check(Verdict verdict) {
        assertThat(verdict.overlappingActuations()).isZero();
        assertThat(verdict.duplicateActuations()).isZero();
        assertThat(verdict.counts())
                .allSatisfy((what, count) -> assertThat(count).as(what).isPositive());
    }

    private static List<Job> jobs(JobInspector inspector) {
        return inspector.list(new Filter(Optional.empty(), Optional.empty(), Optional.empty(), 1000));
    }

    private void deliver(RunningStandIn standIn, JobQueue queue) {
        Webhook webhook = plugin.webhook(settings(standIn)).orElseThrow();
        for (DemoDelivery delivery : new GitHubDemo().deliveries("test", 60)) {
            var signed = new Webhook.Delivery(delivery.id(), delivery.event(), delivery.body());
            queue.deliver(webhook.source(), delivery.id(), webhook.jobs(signed));
        }
    }

    private Worker worker(RunningStandIn standIn, Stores stores) {
        Handlers handlers = new Handlers();
        plugin.register(handlers, settings(standIn));
        return Worker.create(config(), stores, handlers, Environment.embedded(EventListener.NONE));
    }

    private static Settings settings(RunningStandIn standIn) {
        return new Settings(new GitHubDemo().settingsFor(standIn.port()));
    }

    private static WorkerConfig config() {
        return new WorkerConfig(
                "test",
                new WorkerConfig.Work(List.of("default"), 8, 0, Duration.ofMillis(20)),
                new WorkerConfig.Term(TTL, Duration.ofMillis(500), Duration.ofSeconds(1), Duration.ofMillis(100)),
                ShutdownPlan.DEFAULTS);
    }
}
