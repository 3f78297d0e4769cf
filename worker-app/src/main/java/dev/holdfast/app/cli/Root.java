package dev.holdfast.app.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code holdfast} alone: says what there is. */
@Command(
        name = "holdfast",
        description = "Background jobs out of PostgreSQL, and locks held exactly as long as the job that took them.",
        footer = {
            "",
            "Start with:",
            "  holdfast demo        the whole thing on an embedded PostgreSQL, until Ctrl-C",
            "  holdfast demo --replicas 3 --redeploy",
            "  holdfast work        a worker, configured by HOLDFAST_... variables or holdfast.properties"
        })
final class Root implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getOut());
        return CommandLine.ExitCode.USAGE;
    }
}
