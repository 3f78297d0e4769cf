package dev.holdfast.github.repo;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a machine needs for clones. */
final class Requirements {
    private static final Pattern VERSION = Pattern.compile("git version (\\d+)\\.(\\d+).*", Pattern.DOTALL);

    /** The first that takes its settings from the environment. */
    private static final int MAJOR = 2;

    private static final int MINOR = 31;

    private Requirements() {}

    static void check(String git) throws IOException, InterruptedException {
        Matcher version = VERSION.matcher(run(git, List.of(git, "--version")));
        if (!version.matches() || isOlder(Integer.parseInt(version.group(1)), Integer.parseInt(version.group(2)))) {
            throw new GitException(
                    "clones need git " + MAJOR + "." + MINOR + " or later; install it, or unset CLONE_DIR");
        }
        run("setsid and sh", List.of("setsid", "sh", "-c", "exit 0"));
    }

    private static boolean isOlder(int major, int minor) {
        return major < MAJOR || (major == MAJOR && minor < MINOR);
    }

    private static String run(String what, List<String> command) throws IOException, InterruptedException {
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            process.getOutputStream().close();
            String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            process.waitFor();
            return printed;
        } catch (IOException e) {
            throw new GitException(
                    "clones need " + what + ", which cannot be run here; install it, or unset CLONE_DIR", e);
        }
    }
}
