package dev.holdfast.app.cli;

import dev.holdfast.app.config.ConfigurationException;
import dev.holdfast.app.config.Key;
import dev.holdfast.app.log.Logging;
import dev.holdfast.app.process.ExitCode;
import dev.holdfast.pg.NotReadyException;
import dev.holdfast.plugin.PluginException;
import dev.holdfast.queue.StoreUnavailableException;
import java.io.PrintWriter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** What went wrong, in one line that says what to change; the stack trace is for those who ask. */
final class Errors {
    private static final Logger LOG = LoggerFactory.getLogger(Errors.class);

    private final Shell shell;

    Errors(Shell shell) {
        this.shell = shell;
    }

    int usage(ParameterException e, String[] arguments) {
        CommandLine command = e.getCommandLine();
        say(command.getErr(), e);
        if (UnmatchedArgumentException.printSuggestions(e, command.getErr())) {
            return ExitCode.USAGE;
        }
        command.getErr().println("Try: " + command.getCommandSpec().qualifiedName() + " --help");
        return ExitCode.USAGE;
    }

    int failure(Exception e, CommandLine command, ParseResult parsed) {
        say(command.getErr(), e);
        if (parsed.originalArgs().contains("--verbose")) {
            Logging.quiet(shell.err());
            LOG.error("the cause", e);
        }
        Logging.stop();
        return isOurs(e) ? ExitCode.USAGE : ExitCode.FAILED;
    }

    private static boolean isOurs(Exception e) {
        return e instanceof ConfigurationException
                || e instanceof PluginException
                || e instanceof NotReadyException
                || e instanceof IllegalArgumentException;
    }

    private static void say(PrintWriter err, Exception e) {
        String message = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
        String what = e instanceof StoreUnavailableException
                ? "the database cannot be reached (" + Key.DATABASE_URL.environmentName() + "): "
                : "";
        err.println("holdfast: " + what + (message.isEmpty() ? e.getClass().getSimpleName() : message));
    }
}
