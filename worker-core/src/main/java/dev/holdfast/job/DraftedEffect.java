package dev.holdfast.job;

import java.time.Duration;
import java.util.Optional;

/** An effect as it was drafted. */
record DraftedEffect(EffectDraft draft, Effect.Call call) implements Effect {
    @Override
    public String name() {
        return draft.name();
    }

    @Override
    public String intent() {
        return draft.intent();
    }

    @Override
    public Duration timeout() {
        return draft.timeout();
    }

    @Override
    public Optional<String> reconcile() throws Exception {
        return draft.look().look();
    }

    @Override
    public String apply() throws Exception {
        return call.make();
    }
}
