package dev.holdfast.app.demo;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/**
 * Keeps a process stopped until it is closed, or until this process is gone: a helper in a session of its own sends the
 * second signal when its standard input ends, so that nothing stays frozen for ever.
 */
final class Ice implements AutoCloseable {
    private static final String HELPER =
            "kill -STOP \"$1\" && echo frozen; read -r line; kill -CONT \"$1\" 2>/dev/null; true";

    private final Process helper;

    private Ice(Process helper) {
        this.helper = helper;
    }

    /** Returns when the signal has been sent. */
    static Ice on(long pid) throws IOException {
        Process helper = new ProcessBuilder("setsid", "sh", "-c", HELPER, "sh", Long.toString(pid)).start();
        BufferedReader answer =
                new BufferedReader(new InputStreamReader(helper.getInputStream(), StandardCharsets.UTF_8));
        if (answer.readLine() == null) {
            throw new IOException("process " + pid + " could not be stopped");
        }
        return new Ice(helper);
    }

    /** Returns when the process has been told to go on. */
    @Override
    public void close() throws IOException, InterruptedException {
        helper.getOutputStream().close();
        helper.waitFor();
    }
}
