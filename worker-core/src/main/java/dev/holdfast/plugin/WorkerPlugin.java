package dev.holdfast.plugin;

import dev.holdfast.lock.LockStore;
import java.util.List;
import java.util.Optional;

/**
 * SPI: a plugin, found with {@link java.util.ServiceLoader}; has a public constructor without parameters. Its methods
 * are called once at start-up, on one thread.
 */
public interface WorkerPlugin {
    /** Short name for people, for example {@code github}. */
    String name();

    /** Settings the plugin reads; any other is refused at start-up. */
    default List<Setting> settings() {
        return List.of();
    }

    /** Registers the plugin's handlers. */
    void register(Handlers handlers, Settings settings);

    /** The plugin's webhook, if it has one and the settings enable it. */
    default Optional<Webhook> webhook(Settings settings) {
        return Optional.empty();
    }

    /**
     * The plugin's lock store, if it brings one; it is used by workers whose {@code LOCKS} is this plugin's name. Opening
     * it does no I/O. It is probed like any other before its first claim. If it is also a
     * {@link dev.holdfast.lock.LockStoreGuard}, a {@link dev.holdfast.lock.LockLeftovers}, a
     * {@link dev.holdfast.lock.LockInspector} or {@link AutoCloseable}, it is used as such.
     */
    default Optional<LockStore> lockStore(Settings settings) {
        return Optional.empty();
    }

    /** The plugin's part in {@code holdfast demo}, if it has one. */
    default Optional<DemoScenario> demo() {
        return Optional.empty();
    }
}
