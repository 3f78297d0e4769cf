package dev.holdfast.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * How to start a PostgreSQL program from this JVM. PostgreSQL refuses to run as root, and containers often are.
 *
 * @param prefix put in front of every command, empty for an ordinary user
 * @param user the id that must own what PostgreSQL writes, or {@link #UNCHANGED}
 * @param group the group that goes with the user
 */
record RunAs(List<String> prefix, int user, int group) {
    private static final int UNCHANGED = -1;
    private static final int ROOT = 0;
    private static final int NOBODY = 65_534;

    /**
     * Root gives way to the owner of the folder. When that is root as well, a user namespace of its own makes root
     * look like nobody, and the files stay root's; where namespaces are forbidden, the folder is given to nobody.
     */
    static RunAs of(Path root) throws IOException, InterruptedException {
        if (uid(Path.of("/proc/self")) != ROOT) {
            return unchanged(List.of());
        }
        if (uid(root) != ROOT) {
            return dropTo(uid(root), (Integer) Files.getAttribute(root, "unix:gid"));
        }
        if (succeeds(List.of("unshare", "-U", "true"))) {
            return unchanged(List.of("unshare", "-U"));
        }
        return dropTo(NOBODY, NOBODY);
    }

    List<String> command(String... words) {
        List<String> command = new ArrayList<>(prefix);
        command.addAll(List.of(words));
        return command;
    }

    /** Hands a file or folder to the user PostgreSQL runs as. */
    void own(Path path) throws IOException {
        if (user != UNCHANGED) {
            Files.setAttribute(path, "unix:uid", user);
            Files.setAttribute(path, "unix:gid", group);
        }
    }

    /** Checks that every folder on the way is open to the user PostgreSQL runs as. */
    void mustReach(Path folder) throws IOException, InterruptedException {
        if (!prefix.isEmpty() && !succeeds(command("sh", "-c", "cd -- \"$1\" && ls", "sh", folder.toString()))) {
            throw new IOException("PostgreSQL refuses to run as root, and the user it would run as (" + prefix
                    + ") cannot reach " + folder + "; choose a folder below one that everybody may enter");
        }
    }

    static int uid(Path path) throws IOException {
        return (Integer) Files.getAttribute(path, "unix:uid");
    }

    private static RunAs unchanged(List<String> prefix) {
        return new RunAs(prefix, UNCHANGED, UNCHANGED);
    }

    private static RunAs dropTo(int user, int group) {
        List<String> prefix = List.of("setpriv", "--reuid=" + user, "--regid=" + group, "--clear-groups");
        return new RunAs(prefix, user, group);
    }

    private static boolean succeeds(List<String> command) throws InterruptedException {
        try {
            return new ProcessBuilder(command)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .redirectError(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException noSuchProgram) {
            return false;
        }
    }
}
