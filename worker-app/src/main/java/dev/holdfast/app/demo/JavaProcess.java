package dev.holdfast.app.demo;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Starts Java programs from this program's own class path, each in a session of its own, so that Ctrl-C reaches this
 * process alone. Their standard input stays open as long as this process lives; when it ends, they end.
 */
final class JavaProcess {
    /** Short lives: starting fast matters more than running fast. */
    private static final List<String> OPTIONS =
            List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx192m", "-Dfile.encoding=UTF-8");

    private JavaProcess() {}

    /** @param environment in place of everything of ours that this process has */
    static Process start(Map<String, String> environment, Path errors, String main, List<String> arguments)
            throws IOException {
        List<String> command = new ArrayList<>(List.of("setsid", java()));
        command.addAll(OPTIONS);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main));
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(errors.toFile());
        builder.environment().keySet().removeIf(JavaProcess::configuresUs);
        builder.environment().putAll(environment);
        return builder.start();
    }

    private static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    private static boolean configuresUs(String name) {
        return name.startsWith("HOLDFAST_") || name.equals("STOP_GRACE_PERIOD") || name.equals("JAVA_TOOL_OPTIONS");
    }
}
