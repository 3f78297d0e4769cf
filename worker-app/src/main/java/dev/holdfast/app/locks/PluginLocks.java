package dev.holdfast.app.locks;

import dev.holdfast.app.config.ConfigurationException;
import dev.holdfast.app.config.Key;
import dev.holdfast.app.config.Locks;
import dev.holdfast.app.config.Sources;
import dev.holdfast.lock.LockStore;
import dev.holdfast.plugin.Plugins;
import dev.holdfast.plugin.WorkerPlugin;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The lock stores that plugins bring. */
public final class PluginLocks {
    private PluginLocks() {}

    /**
     * The store of the plugin whose name was chosen; empty if the store is one of Holdfast's own.
     *
     * @throws ConfigurationException naming the stores that there are, if none has that name
     */
    public static Optional<LockStore> find(Locks chosen, Plugins plugins, Sources sources) {
        if (chosen.store().equals(Locks.POSTGRES) || chosen.store().equals(Locks.REDIS)) {
            return Optional.empty();
        }
        return plugins.all().stream()
                .filter(plugin -> plugin.name().equals(chosen.store()))
                .findFirst()
                .flatMap(plugin -> storeOf(plugin, sources))
                .or(() -> {
                    throw unknown(chosen, plugins, sources);
                });
    }

    private static ConfigurationException unknown(Locks chosen, Plugins plugins, Sources sources) {
        Stream<String> brought = plugins.all().stream()
                .filter(plugin -> storeOf(plugin, sources).isPresent())
                .map(WorkerPlugin::name);
        String known =
                Stream.concat(Stream.of(Locks.POSTGRES, Locks.REDIS), brought).collect(Collectors.joining(", "));
        return new ConfigurationException(
                Key.LOCKS.environmentName() + ": must be one of " + known + ", got \"" + chosen.store() + "\"");
    }

    private static Optional<LockStore> storeOf(WorkerPlugin plugin, Sources sources) {
        try {
            return plugin.lockStore(sources.settings(plugin.settings()));
        } catch (RuntimeException | LinkageError e) {
            throw new ConfigurationException(
                    "plugin " + plugin.name() + " cannot open its lock store: " + e.getMessage(), e);
        }
    }
}
