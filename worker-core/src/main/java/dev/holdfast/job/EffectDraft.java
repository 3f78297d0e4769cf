package dev.holdfast.job;

import java.time.Duration;
import java.util.Objects;

/**
 * An effect without its call yet; see {@link Effect#named}. Immutable: each method answers another draft.
 *
 * @param name 1 to {@value Effect#MAX_NAME} characters
 * @param intent what is about to be done; the name, if nothing else is said
 * @param timeout bound of the call, more than zero
 * @param look finds out whether an earlier call took effect; if nothing else is said, the call is made again by a rerun,
 *     which is for calls that may be repeated
 */
public record EffectDraft(String name, String intent, Duration timeout, Effect.Look look) {
    public EffectDraft {
        Objects.requireNonNull(intent, "intent");
        Objects.requireNonNull(look, "look");
        if (name == null || name.isBlank() || name.length() > Effect.MAX_NAME) {
            throw new IllegalArgumentException("an effect's name has 1 to " + Effect.MAX_NAME + " characters");
        }
        if (timeout.isNegative() || timeout.isZero()) {
            throw new IllegalArgumentException("an effect's timeout must be positive, got " + timeout);
        }
    }

    public EffectDraft intent(String words) {
        return new EffectDraft(name, words, timeout, look);
    }

    /** Bounds one call; the lock must be trusted for at least this long when it starts. */
    public EffectDraft within(Duration bound) {
        return new EffectDraft(name, intent, bound, look);
    }

    /** Asked, before the call, by an attempt that finds the intent of an earlier one and no result. */
    public EffectDraft reconcile(Effect.Look how) {
        return new EffectDraft(name, intent, timeout, how);
    }

    /** Completes the effect; nothing is called yet. */
    public Effect apply(Effect.Call call) {
        return new DraftedEffect(this, Objects.requireNonNull(call, "call"));
    }
}
