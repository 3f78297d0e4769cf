package dev.holdfast.app.cases.handlers;

import dev.holdfast.lock.LockStore;
import dev.holdfast.plugin.Handlers;
import dev.holdfast.plugin.Settings;
import dev.holdfast.plugin.WorkerPlugin;
import java.util.Optional;

/** Brings a lock store that cannot compare and delete. */
public final class ForgetfulPlugin implements WorkerPlugin {
    @Override
    public String name() {
        return "forgetful";
    }

    @Override
    public void register(Handlers handlers, Settings settings) {
        // It brings a store, and no work.
    }

    @Override
    public Optional<LockStore> lockStore(Settings settings) {
        return Optional.of(new ForgetfulLocks());
    }
}
