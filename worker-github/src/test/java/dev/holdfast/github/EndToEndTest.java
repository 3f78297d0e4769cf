package dev.holdfast.github;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.event.EventListener;
import dev.holdfast.github.demo.GitHubDemo;
import dev.holdfast.github.demo.RunningStandIn;
import dev.holdfast.job.Job;
import dev.holdfast.job.JobState;
import dev.holdfast.memory.MemoryStore;
import dev.holdfast.plugin.DemoScenario.DemoDelivery;
import dev.holdfast.plugin.DemoScenario.Verdict;
import dev.holdfast.plugin.Handlers;
import dev.holdfast.plugin.Settings;
import dev.holdfast.plugin.Webhook;
import dev.holdfast.queue.JobInspector.Filter;
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

    @TempDir
    Path directory;

    private final MemoryStore store = new MemoryStore();
    private final GitHubPlugin plugin = new GitHubPlugin();

    @Test
    void two_workers_deal_with_every_delivery_and_never_act_twice_or_at_once() throws Exception {
        try (RunningStandIn standIn = new RunningStandIn(directory, "reviewMillis=50", "callMillis=5");
                Worker one = worker(standIn);
                Worker two = worker(standIn)) {
            one.start();
            two.start();
            deliver(standIn, new GitHubDemo().deliveries("test", 60));
            await().atMost(PATIENCE).until(() -> jobs().stream().allMatch(this::hasEnded));

            assertThat(jobs()).hasSizeGreaterThan(40).allMatch(job -> job.state() == JobState.COMPLETED);
            Verdict verdict = standIn.verdict();
            assertThat(verdict.overlappingActuations()).isZero();
            assertThat(verdict.duplicateActuations()).isZero();
            assertThat(verdict.counts())
                    .allSatisfy((what, count) -> assertThat(count).as(what).isPositive());
        }
    }

    private boolean hasEnded(Job job) {
        return job.state().isFinal();
    }

    private List<Job> jobs() {
        return store.jobs().list(new Filter(Optional.empty(), Optional.empty(), Optional.empty(), 1000));
    }

    private void deliver(RunningStandIn standIn, List<DemoDelivery> deliveries) {
        Webhook webhook = plugin.webhook(settings(standIn)).orElseThrow();
        for (DemoDelivery delivery : deliveries) {
            var signed = new Webhook.Delivery(delivery.id(), delivery.event(), delivery.body());
            store.queue().deliver(webhook.source(), delivery.id(), webhook.jobs(signed));
        }
    }

    private Worker worker(RunningStandIn standIn) {
        Handlers handlers = new Handlers();
        plugin.register(handlers, settings(standIn));
        Stores stores = new Stores(store.sessions(), store.locks(), store.effects());
        return Worker.create(config(), stores, handlers, Environment.embedded(EventListener.NONE));
    }

    private static Settings settings(RunningStandIn standIn) {
        return new Settings(new GitHubDemo().settingsFor(standIn.port()));
    }

    private static WorkerConfig config() {
        return new WorkerConfig(
                "test",
                new WorkerConfig.Work(List.of("default"), 8, 0, Duration.ofMillis(20)),
                new WorkerConfig.Term(
                        Duration.ofSeconds(10), Duration.ofMillis(500), Duration.ofSeconds(1), Duration.ofMillis(100)),
                ShutdownPlan.DEFAULTS);
    }
}
