package dev.holdfast.app;

import dev.holdfast.app.cli.Cli;
import dev.holdfast.app.cli.Shell;
import java.nio.file.Path;

/** Where the program starts. */
public final class Main {
    private Main() {}

    /** Runs one command and ends with its exit code. */
    @SuppressWarnings("SystemOut")
    public static void main(String[] arguments) {
        Shell.Place place = new Shell.Place(Path.of("").toAbsolutePath(), Main.class);
        Shell shell = new Shell(System.in, System.out, System.err, System.getenv(), place);
        System.exit(new Cli(shell).run(arguments));
    }
}
