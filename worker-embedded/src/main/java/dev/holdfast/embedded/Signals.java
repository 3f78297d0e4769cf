package dev.holdfast.embedded;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Signals that Java cannot send by itself. The shell's own kill is used: slim images have no other. */
final class Signals {
    private Signals() {}

    /** Processes that are gone already are passed over. */
    static void send(String signal, List<Long> pids) throws IOException, InterruptedException {
        if (pids.isEmpty()) {
            return;
        }
        List<String> command = new ArrayList<>(List.of("sh", "-c", "kill \"$@\" 2>/dev/null", "sh", "-" + signal));
        pids.forEach(pid -> command.add(Long.toString(pid)));
        new ProcessBuilder(command).start().waitFor();
    }
}
