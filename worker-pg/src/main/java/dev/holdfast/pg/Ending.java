package dev.holdfast.pg;

import dev.holdfast.job.NewJob;
import dev.holdfast.queue.Settlement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The end of an attempt as the settling function reads it.
 *
 * @param name what is written and counted
 * @param delayMs until the job is due again
 * @param note for people; null keeps what is there
 * @param followUps jobs to enqueue with it
 */
record Ending(String name, long delayMs, String note, List<NewJob> followUps) {
    /** Why this ending cannot be written, if it cannot. */
    static Optional<String> brokenRule(Settlement.Ending ending) {
        Duration delay = delay(ending);
        return delay.isNegative() || delay.compareTo(NewJob.MAX_DELAY) > 0
                ? Optional.of("delay must be 0 to " + NewJob.MAX_DELAY + ", got " + delay)
                : Optional.empty();
    }

    private static Duration delay(Settlement.Ending ending) {
        if (ending instanceof Settlement.Ending.Retried retried) {
            return retried.delay();
        }
        if (ending instanceof Settlement.Ending.Parked parked) {
            Settlement.Wait wait = parked.terms();
            return wait.pause().isNegative() ? wait.pause() : later(wait.longest(), wait.pause());
        }
        return ending instanceof Settlement.Ending.Snoozed snoozed ? snoozed.delay() : Duration.ZERO;
    }

    private static Duration later(Duration one, Duration other) {
        return one.isNegative() || one.compareTo(other) > 0 ? one : other;
    }

    static Ending of(Settlement.Ending ending) {
        if (ending instanceof Settlement.Ending.Completed completed) {
            return new Ending("COMPLETED", 0, Texts.clean(completed.result()), completed.followUps());
        }
        if (ending instanceof Settlement.Ending.Retried retried) {
            return waiting("RETRIED", retried.delay(), retried.error());
        }
        if (ending instanceof Settlement.Ending.Snoozed snoozed) {
            return waiting(snoozed.contended() ? "CONTENDED" : "SNOOZED", snoozed.delay(), snoozed.reason());
        }
        if (ending instanceof Settlement.Ending.Parked parked) {
            return waiting("PARKED", parked.terms().longest(), parked.reason());
        }
        if (ending instanceof Settlement.Ending.Discarded discarded) {
            return waiting("DISCARDED", Duration.ZERO, discarded.reason());
        }
        if (ending instanceof Settlement.Ending.Cancelled cancelled) {
            return waiting("CANCELLED", Duration.ZERO, cancelled.reason());
        }
        Settlement.Ending.Returned returned = (Settlement.Ending.Returned) ending;
        return returned.started()
                ? waiting("INTERRUPTED", Duration.ZERO, returned.reason())
                : new Ending("UNSTARTED", 0, null, List.of());
    }

    private static Ending waiting(String name, Duration delay, String note) {
        return new Ending(name, delay.toMillis(), Texts.clean(note), List.of());
    }
}
