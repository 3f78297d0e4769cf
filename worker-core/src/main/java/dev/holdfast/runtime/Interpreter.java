package dev.holdfast.runtime;

import dev.holdfast.job.CancelReason;
import dev.holdfast.job.Outcome;
import dev.holdfast.job.RetryPolicy;
import dev.holdfast.lock.Acquisition;
import dev.holdfast.lock.LockUnavailable;
import dev.holdfast.lock.Parking;
import dev.holdfast.queue.LeasedJob;
import dev.holdfast.queue.Settlement.Ending;
import dev.holdfast.queue.StoreUnavailableException;
import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** What it means that something happened: the ending that is written. Pure, but for the jitter it draws. */
final class Interpreter {
    private static final Duration SHORT_LEAST = Duration.ofMillis(300);
    private static final Duration SHORT_MOST = Duration.ofSeconds(1);

    private static final int DEEPEST_CAUSE = 10;

    private final RandomGenerator random;

    Interpreter(RandomGenerator random) {
        this.random = random;
    }

    Ending meaning(Happened happened, Optional<CancelReason> cancelled, AttemptScope scope, RetryPolicy retry) {
        LeasedJob job = scope.leased();
        if (cancelled.equals(Optional.of(CancelReason.LOCK_LOST))) {
            // Whatever it says was done, part of it may have been done after the lock was gone. It waits in line behind
            // the stealer; where nobody stole, a moment keeps it from losing the lock as often as it can take it.
            return lost(scope.wishes());
        }
        if (happened instanceof Happened.Answered answered) {
            return answered(answered.outcome(), job, retry);
        }
        if (happened instanceof Happened.Undecodable undecodable) {
            return new Ending.Discarded("quarantined: " + undecodable.why());
        }
        Throwable error = ((Happened.Threw) happened).error();
        return cancelled.isPresent() ? stopped(cancelled.get(), error, job, retry) : threw(error, scope, retry);
    }

    private Ending lost(Wishes wishes) {
        String reason = "interrupted: a lock was lost";
        return wishes.locks().isEmpty()
                ? new Ending.Snoozed(shortDelay(), reason, true)
                : wishes.parked(shortDelay(), reason);
    }

    private Ending answered(Outcome outcome, LeasedJob job, RetryPolicy retry) {
        if (outcome instanceof Outcome.Complete complete) {
            return new Ending.Completed(ErrorText.clean(complete.result()), complete.followUps());
        }
        if (outcome instanceof Outcome.Retry again) {
            return failed(ErrorText.clean(again.error()), again.delay(), job, retry);
        }
        if (outcome instanceof Outcome.Snooze snooze) {
            return new Ending.Snoozed(snooze.delay(), ErrorText.clean(snooze.reason()), false);
        }
        if (outcome instanceof Outcome.Discard discard) {
            return new Ending.Discarded(ErrorText.clean(discard.reason()));
        }
        if (outcome instanceof Outcome.Cancel cancel) {
            return new Ending.Cancelled(ErrorText.clean(cancel.reason()));
        }
        return failed("the handler of " + job.kind() + " answered null", Optional.empty(), job, retry);
    }

    /** An attempt that was told to stop and did: only running into its timeout counts as a failure. */
    private Ending stopped(CancelReason reason, Throwable error, LeasedJob job, RetryPolicy retry) {
        if (reason == CancelReason.TIMEOUT) {
            return failed("attempt timeout: " + ErrorText.of(error), Optional.empty(), job, retry);
        }
        if (reason == CancelReason.REQUESTED) {
            return new Ending.Cancelled("cancelled while it ran");
        }
        return new Ending.Returned(true, "interrupted: " + reason);
    }

    private Ending threw(Throwable error, AttemptScope scope, RetryPolicy retry) {
        if (isOutage(error)) {
            return new Ending.Snoozed(shortDelay(), "the store was away: " + ErrorText.of(error), false);
        }
        if (!(error instanceof LockUnavailable refused)) {
            return failed(ErrorText.of(error), Optional.empty(), scope.leased(), retry);
        }
        String reason = ErrorText.clean(refused.getMessage());
        return refused.answer() instanceof Acquisition.Busy
                ? contended(scope, scope.wishes().with(refused.key()), reason)
                : new Ending.Snoozed(shortDelay(), reason, false);
    }

    /** The store did not answer a request of the handler's, whatever that has made of it: no fault of the job's. */
    private static boolean isOutage(Throwable error) {
        Throwable cause = error;
        for (int depth = 0; cause != null && depth < DEEPEST_CAUSE; depth++, cause = cause.getCause()) {
            if (cause instanceof StoreUnavailableException) {
                return true;
            }
        }
        return false;
    }

    private static Ending contended(AttemptScope scope, Wishes wishes, String reason) {
        boolean givesUp = wishes.parking().afterwards() == Parking.Afterwards.DISCARD;
        return givesUp && scope.hasWaitedFor(wishes.parking())
                ? new Ending.Discarded("waited in vain for " + wishes.parking().longest() + ": " + reason)
                : wishes.parked(Duration.ZERO, reason);
    }

    private Duration shortDelay() {
        return Duration.ofMillis(random.nextLong(SHORT_LEAST.toMillis(), SHORT_MOST.toMillis()));
    }

    private Ending failed(String error, Optional<Duration> delay, LeasedJob job, RetryPolicy retry) {
        int failures = job.limits().tally().failures() + 1;
        if (failures >= job.limits().maxAttempts()) {
            return new Ending.Discarded("failed " + failures + " times, the last time with: " + error);
        }
        return new Ending.Retried(error, delay.orElseGet(() -> retry.delay(failures, random)));
    }
}
