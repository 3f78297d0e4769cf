package dev.holdfast.app.cli;

import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Map;

/**
 * What surrounds a command.
 *
 * @param in standard input
 * @param out answers
 * @param err what went wrong
 * @param environment its variables
 * @param place where it was called
 */
public record Shell(InputStream in, PrintStream out, PrintStream err, Map<String, String> environment, Place place) {
    public Shell {
        environment = Map.copyOf(environment);
    }

    /**
     * Where a command was called.
     *
     * @param folder its working directory
     * @param program this program's main class, for commands that start it again
     */
    public record Place(Path folder, Class<?> program) {}

    Path folder() {
        return place.folder();
    }
}
