package dev.holdfast.app.cli;

import dev.holdfast.app.config.AppConfig;
import dev.holdfast.app.config.Database;
import dev.holdfast.app.log.Logging;
import dev.holdfast.app.process.ExitCode;
import dev.holdfast.pg.Migrations;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
        name = "migrate",
        description = "Bring the database's schema up to date. Safe to repeat, and from several places at once.",
        footer = {"", "Example:", "  HOLDFAST_DATABASE_URL=postgres://app:secret@db/jobs holdfast migrate"})
final class MigrateCommand implements Callable<Integer> {
    private final Shell shell;

    @Mixin
    private Common common;

    MigrateCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        Logging.quiet(shell.err());
        Database database = AppConfig.database(common.sources(shell));
        shell.out().println(database + ": " + Migrations.migrate(database.forCommands()));
        return ExitCode.OK;
    }
}
