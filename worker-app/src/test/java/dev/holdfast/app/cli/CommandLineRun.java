package dev.holdfast.app.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.holdfast.app.Main;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** A call of the command line inside this process, with everything it printed. */
final class CommandLineRun {
    private final Map<String, String> environment = new HashMap<>();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final Path folder;
    private String in = "";

    CommandLineRun(Path folder) {
        this.folder = folder;
    }

    CommandLineRun with(String variable, String value) {
        environment.put(variable, value);
        return this;
    }

    CommandLineRun typing(String text) {
        in = text;
        return this;
    }

    /** Runs a command; may be called again, and forgets what was printed before. */
    int run(String... arguments) {
        out.reset();
        err.reset();
        Shell shell = new Shell(
                new ByteArrayInputStream(in.getBytes(StandardCharsets.UTF_8)),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                environment,
                new Shell.Place(folder, Main.class));
        return new Cli(shell).run(arguments);
    }

    String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    JsonNode json() throws Exception {
        return new JsonMapper().readTree(out());
    }
}
