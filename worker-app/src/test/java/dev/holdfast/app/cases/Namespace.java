package dev.holdfast.app.cases;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A process namespace, as a container has one: its first process is number 1 in there, with a number of its own here. */
final class Namespace {
    private Namespace() {}

    /** What a command is put behind; who is not root maps itself to root in a user namespace. */
    static List<String> command() throws IOException {
        List<String> command = new ArrayList<>(List.of("unshare", "--pid", "--fork", "--mount-proc"));
        if (!isRoot()) {
            command.addAll(List.of("--user", "--map-root-user"));
        }
        return command;
    }

    private static boolean isRoot() throws IOException {
        return Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
    }

    /** What the first process in there is called out here. */
    static long processOne(Child outside) {
        await("process 1 in the namespace")
                .atMost(Scale.PATIENCE)
                .until(() -> first(outside).isPresent());
        return first(outside).orElseThrow().pid();
    }

    private static Optional<ProcessHandle> first(Child outside) {
        return outside.handle().children().findFirst();
    }
}
