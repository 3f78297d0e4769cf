package dev.holdfast.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.event.WorkerEvent;
import dev.holdfast.job.Attempt;
import dev.holdfast.job.Job;
import dev.holdfast.job.JobHandler;
import dev.holdfast.job.JobState;
import dev.holdfast.job.NewJob;
import dev.holdfast.job.Outcome;
import dev.holdfast.job.RetryPolicy;
import dev.holdfast.job.Tally;
import dev.holdfast.lease.JobId;
import dev.holdfast.plugin.HandlerSpec;
import dev.holdfast.plugin.Handlers;
import dev.holdfast.queue.JobInspector;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a handler answers or throws, and what is written for it. */
class OutcomesTest {
    private static final NewJob JOB = NewJob.of("work", Map.of("n", 1));

    record Numbered(int n) {}

    private static Bench bench(JobHandler<Numbered> handler) {
        Bench bench = new Bench(new Handlers().handle("work", Numbered.class, handler));
        bench.open();
        return bench;
    }

    /** Runs one job once, and answers what became of it. */
    private static Job after(Bench bench, NewJob newJob) {
        JobId id = bench.enqueue(newJob);
        bench.runAndSettle();
        assertThat(bench.attempts.running()).isZero();
        assertThat(bench.settler.unanswered()).isZero();
        return bench.job(id);
    }

    private static Job after(JobHandler<Numbered> handler) {
        return after(bench(handler), JOB);
    }

    private static Duration wait(Job job) {
        return Duration.between(
                job.details().timing().enqueuedAt(), job.details().timing().runAt());
    }

    @Test
    void aCompletedJobWritesItsFollowUpsInTheSameTransaction() {
        Bench bench = bench((payload, attempt) -> Outcome.complete("done", NewJob.of("next", Map.of("after", 1))));
        Job job = after(bench, JOB);
        assertThat(job.state()).isEqualTo(JobState.COMPLETED);
        assertThat(job.details().note()).isEqualTo("done");
        assertThat(bench.store
                        .jobs()
                        .list(new JobInspector.Filter(
                                Optional.empty(), Optional.of("next"), Optional.of(JobState.READY), 10)))
                .hasSize(1);
    }

    @Test
    void aFollowUpThatIsLostWithItsReplyIsWrittenOnceOnly() {
        Bench bench = bench((payload, attempt) -> Outcome.complete("done", NewJob.of("next", Map.of())));
        bench.wire.after("settle", Wire.once(Wire.losing("settle")));
        JobId id = bench.enqueue(JOB);
        bench.runAndSettle();
        bench.settler.round(bench.now());
        assertThat(bench.job(id).state()).isEqualTo(JobState.COMPLETED);
        assertThat(bench.all(WorkerEvent.SettlementRefused.class)).isEmpty();
        assertThat(bench.store
                        .jobs()
                        .list(new JobInspector.Filter(Optional.empty(), Optional.of("next"), Optional.empty(), 10)))
                .hasSize(1);
    }

    @Test
    void aSnoozeRunsAgainLaterAndCountsNoFailure() {
        Job job = after((payload, attempt) -> Outcome.snooze(Duration.ofMinutes(7), "not yet"));
        assertThat(job.state()).isEqualTo(JobState.SCHEDULED);
        assertThat(wait(job)).isEqualTo(Duration.ofMinutes(7));
        assertThat(job.details().tally()).isEqualTo(new Tally(1, 0, 0, 0, 0));
        assertThat(job.details().note()).isEqualTo("not yet");
    }

    @Test
    void aSnoozedJobIsNotDiscardedHoweverOftenItSnoozes() {
        Bench bench = bench((payload, attempt) -> Outcome.snooze(Duration.ZERO, "again"));
        JobId id = bench.enqueue(JOB.withMaxAttempts(1));
        for (int i = 0; i < 5; i++) {
            bench.runAndSettle();
        }
        assertThat(bench.job(id).state()).isEqualTo(JobState.READY);
        assertThat(bench.job(id).details().tally()).isEqualTo(new Tally(5, 0, 0, 0, 0));
    }

    @Test
    void aRetryWaitsAsLongAsItAsksFor() {
        Job job = after((payload, attempt) -> Outcome.retryIn(Duration.ofSeconds(90), "come back"));
        assertThat(wait(job)).isEqualTo(Duration.ofSeconds(90));
        assertThat(job.details().tally().failures()).isEqualTo(1);
        assertThat(job.details().note()).isEqualTo("come back");
    }

    @Test
    void aRetryWithoutADelayWaitsAsItsKindSays() {
        HandlerSpec<Numbered> spec = HandlerSpec.of(Numbered.class, (payload, attempt) -> Outcome.retry("failed"))
                .withRetry(new RetryPolicy(Duration.ofMinutes(3), Duration.ofHours(1), 0));
        Bench bench = new Bench(new Handlers().handle("work", spec));
        bench.open();
        JobId id = bench.enqueue(JOB);
        bench.runAndSettle();
        assertThat(wait(bench.job(id))).isEqualTo(Duration.ofMinutes(3));
        bench.pass(Duration.ofMinutes(3));
        bench.heartbeat().round(bench.now());
        bench.runAndSettle();
        assertThat(wait(bench.job(id))).isEqualTo(Duration.ofMinutes(9));
    }

    @Test
    void theLastAllowedFailureDiscardsTheJobWithItsError() {
        Bench bench = bench((payload, attempt) -> {
            throw new IllegalStateException("attempt " + attempt.number());
        });
        JobId id = bench.enqueue(JOB.withMaxAttempts(2));
        bench.runAndSettle();
        assertThat(bench.job(id).state()).isEqualTo(JobState.SCHEDULED);
        bench.pass(Duration.ofSeconds(6));
        bench.runAndSettle();
        assertThat(bench.job(id).state()).isEqualTo(JobState.DISCARDED);
        assertThat(bench.job(id).details().note()).contains("failed 2 times", "attempt 2");
    }

    @Test
    void discardAndCancelAreFinalAtOnce() {
        Job discarded = after((payload, attempt) -> Outcome.discard("makes no sense"));
        assertThat(discarded.state()).isEqualTo(JobState.DISCARDED);
        assertThat(discarded.details().note()).isEqualTo("makes no sense");
        Job cancelled = after((payload, attempt) -> Outcome.cancel("no longer wanted"));
        assertThat(cancelled.state()).isEqualTo(JobState.CANCELLED);
        assertThat(cancelled.details().note()).isEqualTo("no longer wanted");
    }

    @Test
    void aHandlerThatAnswersNullHasFailedAndSaysSo() {
        Job job = after((payload, attempt) -> null);
        assertThat(job.state()).isEqualTo(JobState.SCHEDULED);
        assertThat(job.details().tally().failures()).isEqualTo(1);
        assertThat(job.details().note()).contains("handler of work answered null");
    }

    @Test
    void anErrorWithANulAndTenMegabytesOfMessageSettlesCutAndClean() {
        String huge = "\0\uD800" + "x".repeat(10_000_000);
        Job job = after((payload, attempt) -> {
            throw new OutOfMemoryError(huge);
        });
        assertThat(job.details().tally().failures()).isEqualTo(1);
        assertThat(job.details().note())
                .startsWith("java.lang.OutOfMemoryError: \uFFFD\uFFFDxxx")
                .doesNotContain("\0")
                .hasSizeLessThanOrEqualTo(ErrorText.MAX_CHARS + 40);
    }

    @Test
    void aResultWithANulAndTenMegabytesIsStoredCutAndClean() {
        Job job = after((payload, attempt) -> Outcome.complete("\0" + "x".repeat(10_000_000)));
        assertThat(job.state()).isEqualTo(JobState.COMPLETED);
        assertThat(job.details().note()).startsWith("\uFFFDxxx").hasSizeLessThanOrEqualTo(ErrorText.MAX_CHARS + 40);
    }

    @Test
    void anExceptionThatCannotTellItsMessageSettlesAllTheSame() {
        Job job = after((payload, attempt) -> {
            throw new Unspeakable();
        });
        assertThat(job.state()).isEqualTo(JobState.SCHEDULED);
        assertThat(job.details().tally().failures()).isEqualTo(1);
    }

    private static final class Unspeakable extends RuntimeException {
        private static final long serialVersionUID = 1L;

        @Override
        public String getMessage() {
            throw this;
        }
    }

    @Test
    void aPayloadThatDoesNotFitIsQuarantinedAndItsHandlerNeverCalled() {
        Bench bench = bench((payload, attempt) -> {
            throw new AssertionError("called");
        });
        Job job = after(bench, NewJob.of("work", Map.of("n", "not a number")).withMaxAttempts(9));
        assertThat(job.state()).isEqualTo(JobState.DISCARDED);
        assertThat(job.details().note()).startsWith("quarantined: payload does not fit Numbered");
    }

    @Test
    void anOutcomeThatCannotBeWrittenIsRetriedWithTheReasonInsteadOfBeingLost() {
        Bench bench = bench((payload, attempt) -> Outcome.retryIn(Duration.ofDays(-1), "yesterday"));
        JobId id = bench.enqueue(JOB);
        bench.runAndSettle();
        bench.settler.round(bench.now());
        assertThat(bench.job(id).state()).isEqualTo(JobState.SCHEDULED);
        assertThat(bench.job(id).details().note()).contains("unwritable settlement", "delay must be");
        assertThat(bench.settler.unanswered()).isZero();
        assertThat(bench.attempts.refs()).isEmpty();
    }

    @Test
    void oneRowThatCannotBeWrittenDoesNotHoldUpItsBatch() {
        Bench bench = bench((payload, attempt) ->
                payload.n() == 2 ? Outcome.retryIn(Duration.ofDays(-1), "yesterday") : Outcome.complete());
        JobId first = bench.enqueue(NewJob.of("work", new Numbered(1)));
        JobId bad = bench.enqueue(NewJob.of("work", new Numbered(2)));
        JobId last = bench.enqueue(NewJob.of("work", new Numbered(3)));
        bench.lease(3).forEach(leased -> bench.runner.run(leased));
        bench.settler.round(bench.now());
        assertThat(bench.job(first).state()).isEqualTo(JobState.COMPLETED);
        assertThat(bench.job(last).state()).isEqualTo(JobState.COMPLETED);
        bench.settler.round(bench.now());
        assertThat(bench.job(bad).details().note()).contains("unwritable");
    }

    @Test
    void anOutcomeWithHolesInItIsAFailureOfItsHandlerAndTheJobIsSettled() {
        Job job = after((payload, attempt) -> Outcome.retry(null));
        assertThat(job.state()).isEqualTo(JobState.SCHEDULED);
        assertThat(job.details().tally().failures()).isEqualTo(1);
    }

    @Test
    void anAttemptKnowsItsJobItsKindAndItsNumber() {
        StringBuilder seen = new StringBuilder();
        Bench bench = bench((payload, attempt) -> {
            seen.append(describe(attempt));
            return Outcome.snooze(Duration.ZERO, "again");
        });
        JobId id = bench.enqueue(JOB);
        bench.runAndSettle();
        bench.runAndSettle();
        assertThat(seen).hasToString("work " + id + " #1; work " + id + " #2; ");
    }

    private static String describe(Attempt attempt) {
        return attempt.kind() + " " + attempt.job() + " #" + attempt.number() + "; ";
    }

    @Test
    void aHandlerLeavesNoInterruptBehindForTheNextJobOfItsThread() {
        after((payload, attempt) -> {
            Thread.currentThread().interrupt();
            return Outcome.complete();
        });
        assertThat(Thread.interrupted()).isFalse();
    }
}
