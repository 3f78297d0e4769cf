package dev.holdfast.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.job.NewJob;
import dev.holdfast.job.Outcome;
import dev.holdfast.plugin.Handlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class AttemptsTest {
    private final Bench bench =
            new Bench(new Handlers().handle("work", Map.class, (payload, attempt) -> Outcome.complete()));

    private List<Tracked> leased(int count) {
        bench.open();
        for (int i = 0; i < count; i++) {
            bench.enqueue(NewJob.of("work", Map.of()));
        }
        return bench.lease(count);
    }

    private AttemptScope scope(Tracked leased) {
        return new AttemptScope(bench.context, bench.tenure(), leased.job(), Duration.ofHours(1));
    }

    @Test
    void onceTheDoorsAreClosedNoAttemptStartsWhoeverRacesForThem() throws Exception {
        List<Tracked> jobs = leased(2000);
        AtomicBoolean closed = new AtomicBoolean();
        AtomicInteger late = new AtomicInteger();
        AtomicInteger next = new AtomicInteger();
        Runnable starting = () -> {
            for (int i = next.getAndIncrement(); i < jobs.size(); i = next.getAndIncrement()) {
                boolean tooLate = closed.get();
                if (bench.attempts.start(jobs.get(i), scope(jobs.get(i))) && tooLate) {
                    late.incrementAndGet();
                }
            }
        };
        LoopTest.together(starting, starting, starting, () -> {
            bench.attempts.close();
            closed.set(true);
        });
        assertThat(late).hasValue(0);
        assertThat(bench.attempts.running()).isEqualTo(bench.attempts.scopes().size());
    }

    @Test
    void anAttemptCountsAsRunningUntilItsHandlerHasExited() {
        Tracked one = leased(1).get(0);
        bench.attempts.start(one, scope(one));
        assertThat(bench.attempts.running()).isEqualTo(1);
        assertThat(bench.attempts.scopes()).hasSize(1);
        bench.attempts.stopped(one);
        assertThat(bench.attempts.running()).isZero();
        assertThat(bench.attempts.scopes()).isEmpty();
        assertThat(bench.attempts.refs()).as("until its settlement is answered").containsExactly(one.ref());
    }
}
