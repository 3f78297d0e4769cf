package dev.holdfast.app.cli;

import dev.holdfast.app.config.Sources;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Options of every command that reads the configuration. */
final class Common {
    @Option(names = "--config", paramLabel = "FILE", description = "Configuration file (default: holdfast.properties).")
    private Path config;

    Sources sources(Shell shell) {
        return Sources.find(shell.environment(), Optional.ofNullable(config), shell.folder());
    }
}
