package dev.holdfast.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.job.Attempt;
import dev.holdfast.job.Effect;
import dev.holdfast.job.Job;
import dev.holdfast.job.JobState;
import dev.holdfast.job.NewJob;
import dev.holdfast.job.Outcome;
import dev.holdfast.job.Tally;
import dev.holdfast.lease.JobId;
import dev.holdfast.lock.LockKey;
import dev.holdfast.plugin.Handlers;
import dev.holdfast.queue.StoreUnavailableException;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A store that is away while a handler asks it for something is no fault of the job's. */
class OutageInHandlerTest {
    private static final LockKey KEY = new LockKey("pr-actuation", "owner/repo#1");

    private interface Work {
        Object under(Attempt attempt) throws Exception;
    }

    /** Runs one job that may fail only once, while the store loses what the handler asks. */
    private static Job after(String lost, Work work) {
        Bench bench = new Bench(new Handlers()
                .handle(
                        "work",
                        Map.class,
                        (payload, attempt) -> Outcome.complete(String.valueOf(work.under(attempt)))));
        bench.open();
        JobId id = bench.enqueue(NewJob.of("work", Map.of()).withMaxAttempts(1));
        bench.wire.before(lost, Wire.once(Wire.losing(lost)));
        bench.runAndSettle();
        return bench.job(id);
    }

    private static void assertNoFailure(Job job) {
        assertThat(job.state()).isEqualTo(JobState.SCHEDULED);
        assertThat(job.details().tally()).isEqualTo(new Tally(1, 0, 0, 0, 0));
        assertThat(job.details().note()).startsWith("the store was away");
    }

    private static String merge(Attempt attempt) throws Exception {
        attempt.lock(KEY);
        return attempt.effect("merge", "merge pull request 1", () -> "merged");
    }

    @Test
    void anIntentThatCannotBeRecordedConsumesNoAttempt() {
        assertNoFailure(after("begin", OutageInHandlerTest::merge));
    }

    @Test
    void aResultThatCannotBeRecordedConsumesNoAttempt() {
        assertNoFailure(after("finish", OutageInHandlerTest::merge));
    }

    @Test
    void aRecordThatCannotBeReadConsumesNoAttempt() {
        assertNoFailure(after("result", attempt -> attempt.recorded(KEY, "merge")));
    }

    @Test
    void anOutageThatTheHandlerHasWrappedConsumesNoAttempt() {
        assertNoFailure(after("begin", attempt -> {
            try {
                return merge(attempt);
            } catch (StoreUnavailableException e) {
                throw new IllegalStateException("could not merge", e);
            }
        }));
    }

    @Test
    void whatTheOutsideWorldThrowsIsAFailure() {
        Job job = after("nothing", attempt -> {
            attempt.lock(KEY);
            return attempt.effect("merge", "merge pull request 1", () -> {
                throw new IOException("connection reset");
            });
        });
        assertThat(job.state()).isEqualTo(JobState.DISCARDED);
    }

    @Test
    void anEffectOfTheOnlyLockNeedsNotNameIt() {
        Job job = after("nothing", OutageInHandlerTest::merge);
        assertThat(job.details().note()).isEqualTo("merged");
    }

    @Test
    void anEffectThatCouldBelongToSeveralLocksMustNameItsOwn() {
        Job job = after("nothing", attempt -> {
            attempt.lock(KEY);
            attempt.lock(new LockKey("pr-actuation", "owner/repo#2"));
            return attempt.effect("merge", "merge pull request 1", () -> "merged");
        });
        assertThat(job.state()).isEqualTo(JobState.DISCARDED);
        assertThat(job.details().note()).contains("name the lock of effect merge: this attempt has 2");
    }

    @Test
    void aDraftedEffectLooksBeforeItActsAgain() throws Exception {
        Bench bench = new Bench(new Handlers().handle("work", Map.class, (payload, attempt) -> Outcome.complete()));
        Effect drafted = Effect.named("merge")
                .reconcile(() -> Optional.of("merged before"))
                .apply(() -> "merged twice");
        bench.open();
        bench.enqueue(NewJob.of("work", Map.of()));
        Tracked leased = bench.lease(1).get(0);
        AttemptScope attempt = new AttemptScope(bench.context, bench.tenure(), leased.job(), Duration.ofHours(1));
        bench.attempts.start(leased, attempt);
        Effect dies = Effect.named("merge").apply(() -> {
            throw new IOException("connection reset");
        });
        var lock = attempt.lock(KEY);
        assertThatThrownBy(() -> attempt.effect(lock, dies)).hasMessage("connection reset");

        assertThat(attempt.effect(lock, drafted)).isEqualTo("merged before");
    }
}
