package dev.holdfast.app.cli;

import dev.holdfast.app.config.AppConfig;
import dev.holdfast.app.config.ConfigurationException;
import dev.holdfast.app.config.Database;
import dev.holdfast.app.config.Key;
import dev.holdfast.app.config.Locks;
import dev.holdfast.app.config.Sources;
import dev.holdfast.app.locks.OpenLocks;
import dev.holdfast.app.locks.PluginLocks;
import dev.holdfast.app.log.Logging;
import dev.holdfast.lock.LockInspector;
import dev.holdfast.lock.LockStore;
import dev.holdfast.pg.Migrations;
import dev.holdfast.pg.PgStore;
import dev.holdfast.plugin.Plugins;
import dev.holdfast.queue.StoreUnavailableException;
import java.util.Optional;
import java.util.function.ToIntBiFunction;
import java.util.function.ToIntFunction;

/** The database behind commands that ask it something and end. */
final class Databases {
    private Databases() {}

    /** Asks the database something. Its logs are silent: what it says is the answer. */
    static int ask(Shell shell, Common common, ToIntFunction<PgStore> question) {
        Logging.quiet(shell.err());
        Sources sources = common.sources(shell);
        Database database = AppConfig.database(sources);
        Migrations.require(database.forCommands());
        try (PgStore store = PgStore.open(database.forCommands())) {
            return question.applyAsInt(store);
        }
    }

    /**
     * Asks the database and the lock store that was chosen.
     *
     * @throws ConfigurationException if that store shows nobody what it holds
     */
    static int askLocks(Shell shell, Common common, ToIntBiFunction<PgStore, LockInspector> question) {
        Sources sources = common.sources(shell);
        Locks chosen = AppConfig.locks(sources);
        try (Plugins plugins = Plugins.load(AppConfig.pluginsDir(sources))) {
            Optional<LockStore> plugin = PluginLocks.find(chosen, plugins, sources);
            return ask(shell, common, store -> {
                OpenLocks locks = OpenLocks.open(chosen, store, plugin, store.sessions()::deployment);
                try {
                    return question.applyAsInt(store, inspector(locks));
                } catch (StoreUnavailableException e) {
                    throw chosen.redis().isEmpty() ? e : oneOfTwo(e);
                } finally {
                    locks.close();
                }
            });
        }
    }

    /** Which of the two did not answer is in the message of the cause. */
    private static IllegalStateException oneOfTwo(StoreUnavailableException e) {
        return new IllegalStateException(
                "the database or Redis cannot be reached (" + Key.DATABASE_URL.environmentName() + ", "
                        + Key.REDIS_URL.environmentName() + "): " + e.getMessage(),
                e);
    }

    private static LockInspector inspector(OpenLocks locks) {
        return locks.inspector()
                .orElseThrow(() -> new ConfigurationException(
                        "lock store " + locks.store().name() + " shows nobody what it holds"));
    }
}
