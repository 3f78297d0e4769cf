package dev.holdfast.bench.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command line of the benchmarks. */
@Command(
        name = "holdfast bench",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "<benchmark>",
        description = {
            "Measures Holdfast beside other systems, interleaved in one run on this machine.",
            "Each system works in a process of its own, on servers that are started for the run, with fsync on. Peers are"
                    + " fetched when they are first needed and are no part of Holdfast."
        },
        subcommands = {DrainCommand.class, LocksCommand.class})
public final class Bench implements Runnable {
    @Spec
    private CommandSpec spec;

    /** Runs what the arguments ask for; answers the exit code. */
    public static int run(String... arguments) {
        CommandLine line = new CommandLine(new Bench());
        line.getSubcommands()
                .values()
                .forEach(command -> command.getCommandSpec().mixinStandardHelpOptions(true));
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.setExecutionExceptionHandler((error, failed, parsed) -> {
            failed.getErr().println("holdfast bench: " + error.getMessage());
            return 1;
        });
        return line.execute(arguments);
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "which benchmark?");
    }
}
