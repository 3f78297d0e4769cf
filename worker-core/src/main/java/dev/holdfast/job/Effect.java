package dev.holdfast.job;

import java.time.Duration;
import java.util.Optional;

/**
 * A call to a system that knows no fences, made so that a rerun never repeats it blindly: the intent is recorded
 * under the lock's fence before the call, the result after it, and a rerun that finds an intent without a result
 * asks the outside world first.
 */
public interface Effect {
    /** Names the effect among those of its lock key; the same name is never applied twice once recorded. */
    String name();

    /** What is about to be done, for people and for {@link #reconcile}; JSON or plain text. */
    String intent();

    /** Bound of one {@link #apply} call; the lock must be trusted for at least this long when it starts. */
    Duration timeout();

    /**
     * Looks whether an earlier attempt's call took effect.
     *
     * @return the result to record, or empty if the call must be made
     */
    Optional<String> reconcile() throws Exception;

    /** Makes the call and answers its result, which is recorded. */
    String apply() throws Exception;
}
