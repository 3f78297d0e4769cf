package dev.holdfast.app.cli;

import dev.holdfast.app.config.AppConfig;
import dev.holdfast.app.config.Database;
import dev.holdfast.app.config.Sources;
import dev.holdfast.app.log.Logging;
import dev.holdfast.pg.Migrations;
import dev.holdfast.pg.PgStore;
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
}
