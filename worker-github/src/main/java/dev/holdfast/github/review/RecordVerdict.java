package dev.holdfast.github.review;

import dev.holdfast.job.Effect;
import java.time.Duration;
import java.util.Optional;

/**
 * Keeps a verdict that is there already. The model was asked before: a review is long and changes nothing, so it is no
 * effect itself, and the lock need not be trusted for as long as a model may think.
 *
 * @param name of the effect
 * @param verdict as JSON
 */
record RecordVerdict(String name, String verdict) implements Effect {
    @Override
    public String intent() {
        return verdict;
    }

    /** Nothing is called; the time is for a pause of the process, which must not count as a call that hangs. */
    @Override
    public Duration timeout() {
        return Duration.ofMillis(500);
    }

    /** What an earlier attempt found but did not record is gone; this attempt has asked anew. */
    @Override
    public Optional<String> reconcile() {
        return Optional.empty();
    }

    @Override
    public String apply() {
        return verdict;
    }
}
