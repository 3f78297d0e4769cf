package dev.holdfast.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

import dev.holdfast.job.NewJob;
import dev.holdfast.job.Outcome;
import dev.holdfast.job.Tally;
import dev.holdfast.lease.JobId;
import dev.holdfast.lease.LeaseToken;
import dev.holdfast.lease.SessionId;
import dev.holdfast.memory.MemoryStore;
import dev.holdfast.plugin.Handlers;
import dev.holdfast.queue.LeaseRequest;
import dev.holdfast.queue.LeasedJob;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

class QueueOrderTest {
    private static final WorkerConfig.Work STRICT =
            new WorkerConfig.Work(List.of("fast", "slow"), 10, 0, Duration.ofSeconds(1));
    private static final WorkerConfig.Work SHARED = STRICT.withWeights(Map.of("fast", 3, "slow", 1));

    /** Jobs that wait, by queue. */
    private final Map<String, Integer> waiting = new TreeMap<>();

    private final Map<String, Integer> leased = new TreeMap<>();

    @Test
    void withoutWeightsAQueueIsServedWhenThoseBeforeItAreEmpty() {
        waiting.putAll(Map.of("fast", 100, "slow", 100));

        play(new QueueOrder(STRICT), 11, 10);

        assertThat(leased).isEqualTo(Map.of("fast", 100, "slow", 10));
    }

    @Test
    void waitingQueuesGetSharesByWeight() {
        waiting.putAll(Map.of("fast", 10_000, "slow", 10_000));

        play(new QueueOrder(SHARED), 400, 1);

        assertThat(leased).isEqualTo(Map.of("fast", 300, "slow", 100));
    }

    @Test
    void theSharesAreTheSameInLargeBatches() {
        waiting.putAll(Map.of("fast", 1_000_000, "slow", 1_000_000));

        play(new QueueOrder(SHARED), 400, 500);

        assertThat(leased).isEqualTo(Map.of("fast", 150_000, "slow", 50_000));
    }

    @Test
    void anEmptyQueueLeavesItsShareToOthersAndSavesNoneUp() {
        QueueOrder order = new QueueOrder(SHARED);
        waiting.putAll(Map.of("fast", 0, "slow", 10_000));
        play(order, 1000, 1);
        assertThat(leased).isEqualTo(Map.of("slow", 1000));

        waiting.put("fast", 10_000);
        leased.clear();
        play(order, 40, 1);

        assertThat(leased).isEqualTo(Map.of("fast", 30, "slow", 10));
    }

    @Test
    void nothingIsOwedOnceEveryQueueWasEmpty() {
        QueueOrder order = new QueueOrder(SHARED);
        waiting.putAll(Map.of("fast", 25, "slow", 0));
        play(order, 3, 10);
        waiting.putAll(Map.of("fast", 100, "slow", 100));
        leased.clear();

        play(order, 4, 1);

        assertThat(leased).isEqualTo(Map.of("fast", 3, "slow", 1));
    }

    @Test
    void aQueueWithoutSuspectsIsNotTakenForEmpty() {
        QueueOrder order = new QueueOrder(SHARED);
        LeaseRequest suspects = new LeaseRequest(1, List.of("slow", "fast"), Set.of("work"), 1, true);
        for (int i = 0; i < 30; i++) {
            order.leased(suspects, List.of(job("fast", suspects)));
        }
        waiting.putAll(Map.of("fast", 100, "slow", 100));

        play(order, 10, 1);

        assertThat(leased).as("what slow was owed").isEqualTo(Map.of("slow", 10));
    }

    @Test
    void everyQueueHasAWeightOrNoneHas() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> STRICT.withWeights(Map.of("fast", 3)))
                .withMessageContaining("every queue has a weight or none has");
        assertThatIllegalArgumentException().isThrownBy(() -> STRICT.withWeights(Map.of("fast", 3, "slow", 0)));
        assertThatIllegalArgumentException().isThrownBy(() -> STRICT.withWeights(Map.of("fast", 3, "slow", 1001)));
    }

    @Test
    void aWorkerRunsItsQueuesInThatOrder() throws Exception {
        List<String> ran = new CopyOnWriteArrayList<>();
        Handlers handlers = new Handlers().handle("work", String.class, (queue, attempt) -> {
            ran.add(queue);
            return Outcome.complete();
        });
        WorkerConfig config = new WorkerConfig(
                "test",
                new WorkerConfig.Work(List.of("fast", "slow"), SHARED.weights(), 1, 0, Duration.ofMillis(20)),
                Rig.config().term(),
                Rig.config().shutdown());
        try (Rig rig = new Rig(new MemoryStore(), config, handlers)) {
            for (int i = 0; i < 12; i++) {
                rig.enqueue(NewJob.of("work", "fast").withQueue("fast"));
                rig.enqueue(NewJob.of("work", "slow").withQueue("slow"));
            }
            rig.worker.start();
            await().until(() -> ran.size() == 24);
        }
        assertThat(ran.subList(0, 16)).filteredOn("slow"::equals).hasSize(4);
    }

    /** What a store with these jobs answers, request after request. */
    private void play(QueueOrder order, int requests, int limit) {
        for (int i = 1; i <= requests; i++) {
            LeaseRequest request = new LeaseRequest(i, order.next(), Set.of("work"), limit, false);
            order.leased(request, answer(request));
        }
    }

    private List<LeasedJob> answer(LeaseRequest request) {
        List<LeasedJob> jobs = new ArrayList<>();
        for (String queue : request.queues()) {
            int some = Math.min(waiting.get(queue), request.limit() - jobs.size());
            waiting.merge(queue, -some, Integer::sum);
            leased.merge(queue, some, (one, more) -> one + more);
            leased.remove(queue, 0);
            for (int i = 0; i < some; i++) {
                jobs.add(job(queue, request));
            }
        }
        return jobs;
    }

    private static LeasedJob job(String queue, LeaseRequest request) {
        LeasedJob.Limits limits = new LeasedJob.Limits(Tally.NONE, 20, Optional.empty(), false);
        LeaseToken lease = new LeaseToken(new SessionId(1), request.number());
        return new LeasedJob(new JobId(1), lease, queue, "work", "{}", limits, Optional.empty());
    }
}
