package dev.holdfast.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.holdfast.event.WorkerEvent;
import dev.holdfast.job.JobHandler;
import dev.holdfast.job.JobState;
import dev.holdfast.job.NewJob;
import dev.holdfast.job.Outcome;
import dev.holdfast.lease.JobId;
import dev.holdfast.lock.LockKey;
import dev.holdfast.lock.LockRequest;
import dev.holdfast.memory.ManualTime;
import dev.holdfast.memory.MemoryStore;
import dev.holdfast.plugin.HandlerSpec;
import dev.holdfast.plugin.Handlers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** How many attempts of a kind run at once. */
class LimitsTest {
    private final Gate full = new Gate();
    private final AtomicInteger running = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();
    private final Map<String, AtomicInteger> runningOf = new ConcurrentHashMap<>();
    private final Map<String, Integer> mostOf = new ConcurrentHashMap<>();

    private final JobHandler<String> counting = (tenant, attempt) -> {
        most.accumulateAndGet(running.incrementAndGet(), Math::max);
        int now = runningOf.computeIfAbsent(tenant, key -> new AtomicInteger()).incrementAndGet();
        mostOf.merge(tenant, now, Math::max);
        full.pass();
        runningOf.get(tenant).decrementAndGet();
        running.decrementAndGet();
        return Outcome.complete();
    };

    @Test
    void noMoreRunAtOnceThanTheLimitAndEveryJobEnds() throws Exception {
        runAll(HandlerSpec.of(String.class, counting).atMost(2), 2, "a", "b", "c", "d", "e", "f");

        assertThat(most).hasValue(2);
    }

    @Test
    void eachKeyIsLimitedByItself() throws Exception {
        runAll(HandlerSpec.of(String.class, counting).atMost(1, tenant -> tenant), 2, "a", "a", "b", "a", "b", "b");

        assertThat(most).hasValue(2);
        assertThat(mostOf).isEqualTo(Map.of("a", 1, "b", 1));
    }

    @Test
    void aJobRunsWhenItIsWithinEveryLimit() throws Exception {
        HandlerSpec<String> spec =
                HandlerSpec.of(String.class, counting).atMost(3).atMost(2, tenant -> tenant);

        runAll(spec, 3, "a", "a", "a", "a", "b", "b", "b");

        assertThat(most).hasValue(3);
        assertThat(mostOf.values()).allMatch(atOnce -> atOnce <= 2);
    }

    @Test
    void jobsOverTheLimitOfTheirKeyDoNotStandBeforeOthersInTheLineOfTheKind() throws Exception {
        HandlerSpec<String> spec =
                HandlerSpec.of(String.class, counting).atMost(3).atMost(1, tenant -> tenant);

        runAll(spec, 3, "a", "a", "a", "a", "a", "a", "b", "c");

        assertThat(mostOf).isEqualTo(Map.of("a", 1, "b", 1, "c", 1));
    }

    /** Lets them go on when so many run and another was parked. */
    private void runAll(HandlerSpec<String> spec, int atOnce, String... tenants) throws Exception {
        try (Rig rig = Rig.start(new Handlers().handle("work", spec))) {
            List<JobId> jobs = new ArrayList<>();
            for (String tenant : tenants) {
                jobs.add(rig.enqueue(NewJob.of("work", tenant)));
            }
            rig.awaitTold(WorkerEvent.JobParked.class, parked -> running.get() == atOnce);
            full.open();
            for (JobId id : jobs) {
                assertThat(rig.awaitFinal(id).state()).isEqualTo(JobState.COMPLETED);
                assertThat(rig.job(id).details().tally().failures()).isZero();
            }
        }
    }

    @Test
    void aKindWithoutALimitAsksForNoLockWhateverOthersHave() {
        ManualTime time = new ManualTime();
        Handlers handlers = new Handlers()
                .handle("free", String.class, (payload, attempt) -> Outcome.complete())
                .handle("limited", HandlerSpec.of(String.class, counting).atMost(1));
        Bench bench = new Bench(time, new Wire(new MemoryStore(time, time)), handlers, WorkerConfig.defaults("bench"));
        full.open();
        bench.open();
        int before = bench.wire.asked("claim");

        bench.enqueue(NewJob.of("free", "a"));
        bench.runAndSettle();
        assertThat(bench.wire.asked("claim") - before).isZero();
        bench.enqueue(NewJob.of("limited", "a"));
        bench.runAndSettle();
        assertThat(bench.wire.asked("claim") - before).isEqualTo(1);
    }

    @Test
    void noKeyIsTakenForAKind() {
        HandlerSpec<String> spec =
                HandlerSpec.of(String.class, counting).atMost(1).atMost(1, tenant -> "work");

        assertThat(spec.limits("work", "a").stream().map(LockRequest::key))
                .containsExactly(LockKey.permits("kind:work", "work", 1), LockKey.permits("kind", "work", 1));
    }

    @Test
    void aLimitThatCannotBeKeptIsRefusedAtOnce() {
        HandlerSpec<String> spec = HandlerSpec.of(String.class, counting);
        assertThatIllegalArgumentException().isThrownBy(() -> spec.atMost(0));
        assertThatIllegalArgumentException().isThrownBy(() -> spec.atMost(1001, tenant -> tenant));
        assertThatIllegalArgumentException().isThrownBy(() -> new Handlers().handle("k".repeat(199), spec.atMost(1)));
    }
}
