package dev.holdfast.app.cli;

import dev.holdfast.app.config.Durations;
import dev.holdfast.app.config.Key;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.TypeConversionException;

/** The command line: the commands, and what they have in common. */
public final class Cli {
    private static final Map<String, String> EXIT_CODES = exitCodes();

    private final CommandLine line;

    public Cli(Shell shell) {
        line = new CommandLine(new Root());
        add("demo", new DemoCommand(shell));
        add("work", new WorkCommand(shell));
        add("migrate", new MigrateCommand(shell));
        add("enqueue", new EnqueueCommand(shell));
        add("jobs", JobsCommand.line(shell));
        add("locks", LocksCommand.line(shell));
        line.setOut(writer(shell.out())).setErr(writer(shell.err()));
        Errors errors = new Errors(shell);
        line.setParameterExceptionHandler(errors::usage).setExecutionExceptionHandler(errors::failure);
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.registerConverter(Duration.class, Cli::duration);
        line.setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.AUTO));
        describe(line);
        addKeys(line.getSubcommands().get("work").getCommandSpec().usageMessage());
    }

    private static void addKeys(UsageMessageSpec usage) {
        Stream<String> keys = Arrays.stream(Key.values()).flatMap(Cli::shown);
        usage.footer(Stream.concat(Arrays.stream(usage.footer()), keys).toArray(String[]::new));
    }

    private static Stream<String> shown(Key key) {
        String byDefault = key.defaultValue().isEmpty() ? "" : " (" + key.defaultValue() + ")";
        String first = String.format("  %s%s", key.environmentName(), byDefault);
        return Stream.of(first, "      " + key.description());
    }

    private void add(String name, Object command) {
        line.addSubcommand(name, command);
    }

    /** Runs a command and answers its exit code. */
    public int run(String... arguments) {
        return line.execute(arguments);
    }

    private static Duration duration(String text) {
        try {
            return Durations.parse(text);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }

    private static Map<String, String> exitCodes() {
        Map<String, String> codes = new LinkedHashMap<>();
        codes.put("  0", "done");
        codes.put("  1", "a check failed, nothing was found, or the database could not be reached");
        codes.put("  2", "wrong usage or configuration");
        codes.put(" 75", "something would not stop and was ended with the process");
        codes.put("143", "a signal came before the session was open");
        return codes;
    }

    private static PrintWriter writer(PrintStream stream) {
        return new PrintWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8), true);
    }

    /** Every command has help, and says how it ends. */
    private static void describe(CommandLine command) {
        CommandSpec spec = command.getCommandSpec();
        spec.addOption(OptionSpec.builder("-h", "--help")
                .usageHelp(true)
                .description("Show this help.")
                .build());
        spec.addOption(OptionSpec.builder("-V", "--version")
                .versionHelp(true)
                .description("Show the version.")
                .build());
        spec.addOption(OptionSpec.builder("--verbose")
                .description("Show stack traces of errors.")
                .build());
        spec.versionProvider(() -> new String[] {"holdfast " + Version.current()});
        UsageMessageSpec usage = spec.usageMessage();
        usage.width(100).autoWidth(false).abbreviateSynopsis(true).exitCodeListHeading("%nExit codes:%n");
        usage.exitCodeList(EXIT_CODES);
        command.getSubcommands().values().forEach(Cli::describe);
    }
}
