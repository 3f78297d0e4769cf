package dev.holdfast.job;

import java.time.Duration;
import java.util.Optional;

/**
 * A call to a system that knows no fences, made so that a rerun never repeats it blindly: the intent is recorded
 * under the lock's fence before the call, the result after it, and a rerun that finds an intent without a result
 * asks the outside world first.
 *
 * <pre>{@code
 * attempt.effect(lock, Effect.named("merge:" + sha)
 *         .intent("merge pull request 7 at " + sha)
 *         .within(Duration.ofSeconds(10))
 *         .reconcile(() -> site.isMerged(7) ? Optional.of("merged before") : Optional.empty())
 *         .apply(() -> site.merge(7, sha)));
 * }</pre>
 *
 * <p>Its methods are called on the handler's thread, may block, and are interrupted when the attempt is told to stop.
 */
public interface Effect {
    /** Longest name, in characters. */
    int MAX_NAME = 200;

    /** Bound of a call that names none. */
    Duration DEFAULT_TIMEOUT = Duration.ofSeconds(10);

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

    /** Begins to describe an effect. */
    static EffectDraft named(String name) {
        return new EffectDraft(name, name, DEFAULT_TIMEOUT, Optional::empty);
    }

    /** Makes a call and answers its result. */
    @FunctionalInterface
    interface Call {
        String make() throws Exception;
    }

    /** Looks whether a call took effect; answers its result if it did. */
    @FunctionalInterface
    interface Look {
        Optional<String> look() throws Exception;
    }
}
