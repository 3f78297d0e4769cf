package dev.holdfast.runtime;

import dev.holdfast.lock.LockKey;
import dev.holdfast.lock.Owner;
import dev.holdfast.queue.EffectLog;
import java.util.Optional;

/** The record of effects at the other end of a wire. */
record WiredEffects(EffectLog real, Wire wire) implements EffectLog {
    @Override
    public Begun begin(Owner owner, Intent intent) {
        return wire.ask("begin", () -> real.begin(owner, intent));
    }

    @Override
    public boolean finish(Owner owner, Intent intent, String result) {
        return wire.ask("finish", () -> real.finish(owner, intent, result));
    }

    @Override
    public Optional<String> result(LockKey key, String name) {
        return wire.ask("result", () -> real.result(key, name));
    }
}
