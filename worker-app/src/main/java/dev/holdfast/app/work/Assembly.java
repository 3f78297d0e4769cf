package dev.holdfast.app.work;

import dev.holdfast.app.config.AppConfig;
import dev.holdfast.app.config.Sources;
import dev.holdfast.app.locks.PluginLocks;
import dev.holdfast.lock.LockStore;
import dev.holdfast.plugin.Handlers;
import dev.holdfast.plugin.Plugins;
import dev.holdfast.plugin.Setting;
import dev.holdfast.plugin.Webhook;
import dev.holdfast.plugin.WorkerPlugin;
import java.util.List;
import java.util.Optional;

/**
 * What a worker is made of, once its configuration has been read. Nothing runs yet.
 *
 * @param config everything it is told
 * @param handlers of all plugins
 * @param webhooks of all plugins
 * @param pluginLocks the lock store of a plugin, if that is where locks are kept
 */
public record Assembly(AppConfig config, Handlers handlers, List<Webhook> webhooks, Optional<LockStore> pluginLocks) {
    /**
     * Reads the configuration and loads the plugins, which stay loaded as long as the process lives.
     *
     * @throws dev.holdfast.app.config.ConfigurationException naming the key that is unknown or cannot be used
     * @throws dev.holdfast.plugin.PluginException naming the plugin that cannot be used
     */
    public static Assembly of(Sources sources) {
        Plugins plugins = Plugins.load(AppConfig.pluginsDir(sources));
        sources.refuseUnknown(settings(plugins));
        AppConfig config = AppConfig.read(sources);
        Handlers handlers = plugins.handlers(plugin -> sources.settings(plugin.settings()));
        return new Assembly(
                config, handlers, webhooks(plugins, sources), PluginLocks.find(config.locks(), plugins, sources));
    }

    private static List<Setting> settings(Plugins plugins) {
        return plugins.all().stream()
                .map(WorkerPlugin::settings)
                .flatMap(List::stream)
                .toList();
    }

    private static List<Webhook> webhooks(Plugins plugins, Sources sources) {
        return plugins.all().stream()
                .flatMap(plugin -> plugin.webhook(sources.settings(plugin.settings())).stream())
                .toList();
    }
}
