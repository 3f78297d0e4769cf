package dev.holdfast.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.job.JobState;
import dev.holdfast.job.NewJob;
import dev.holdfast.job.Outcome;
import dev.holdfast.lease.JobId;
import dev.holdfast.lock.HeldLock;
import dev.holdfast.lock.LockKey;
import dev.holdfast.memory.ManualTime;
import dev.holdfast.plugin.Handlers;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Jobs that wait for locks of a store with a ttl of its own. */
class LineWatchTest {
    private static final LockKey KEY = new LockKey("pr-actuation", "owner/repo#7");
    private static final Duration TTL = Duration.ofSeconds(30);

    private final ManualTime time = new ManualTime();
    private final Bench bench = Bench.withLocks(
            time, new TtlLockStore(time, TTL), new Handlers().handle("work", Map.class, (payload, attempt) -> {
                        attempt.lock(KEY);
                        return Outcome.complete("done");
                    }));
    private final LineWatch lines = new LineWatch(bench.context);

    private AttemptScope holder() {
        bench.open();
        bench.enqueue(NewJob.of("work", Map.of()));
        Tracked leased = bench.lease(1).get(0);
        AttemptScope scope = new AttemptScope(bench.context, bench.tenure(), leased.job(), Duration.ofHours(1));
        bench.attempts.start(leased, scope);
        return scope;
    }

    private JobId parked() {
        JobId id = bench.enqueue(NewJob.of("work", Map.of()));
        bench.runAndSettle();
        assertThat(bench.job(id).state()).isEqualTo(JobState.PARKED);
        return id;
    }

    @Test
    void aReleaseIsToldToTheLineAndTheFirstOfItRuns() throws Exception {
        HeldLock held = holder().lock(KEY);
        JobId waiter = parked();

        held.close();
        lines.round(time.now());

        bench.runAndSettle();
        assertThat(bench.job(waiter).details().note()).isEqualTo("done");
    }

    @Test
    void whetherALockHasExpiredIsFoundOutByAskingNowAndThen() throws Exception {
        holder().lock(KEY);
        JobId waiter = parked();
        lines.round(time.now());
        assertThat(bench.job(waiter).state()).isEqualTo(JobState.PARKED);

        time.pass(Duration.ofSeconds(3));
        lines.round(time.now());
        bench.runAndSettle();

        assertThat(bench.job(waiter).state()).as("still held").isEqualTo(JobState.PARKED);
        assertThat(bench.job(waiter).details().tally().contentions()).isEqualTo(2);
    }
}
