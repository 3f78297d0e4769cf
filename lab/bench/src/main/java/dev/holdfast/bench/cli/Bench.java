package dev.holdfast.bench.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command line of the benchmarks. */
@Command(
        name = "holdfast bench",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "[<benchmark>]",
        description = {
            "Measures Holdfast beside other systems, interleaved in one run on this machine.",
            "Without the name of a benchmark all of them run, small, in about three minutes; with --full for a report.",
            "Each system works in a process of its own, on servers that are started for the run, with fsync on. Peers are"
                    + " fetched when they are first needed and are no part of Holdfast."
        },
        subcommands = {
            DrainCommand.class,
            PinnedCommand.class,
            SteadyCommand.class,
            LatencyCommand.class,
            BacklogCommand.class,
            ReplicasCommand.class,
            EnqueueCommand.class,
            HeartbeatCommand.class,
            MemoryCommand.class,
            LocksCommand.class,
            HotCommand.class
        })
public final class Bench implements Callable<Integer> {
    @Mixin
    private Settings settings;

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

    /** All of them. */
    @Override
    public Integer call() throws Exception {
        return settings.all();
    }
}
