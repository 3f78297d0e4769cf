package dev.holdfast.github.repo;

import dev.holdfast.lock.file.FileHold;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A command that does not outlive this JVM, nor the lock it works under. A shell in a session of its own waits with the
 * other end of a pipe from this JVM. It starts the command only when it is told that it stands in the lock's record, and
 * kills everything in its process group when the pipe closes: because we close it, or because the JVM is gone, even by
 * kill -9.
 */
final class Tether implements AutoCloseable {
    /** Descriptor 3 is the pipe; the command itself never sees it. Ends with the command's status. */
    private static final String SHELL = """
            read -r go || exit 125
            exec 3<&0
            "$@" 3<&- </dev/null &
            command=$!
            ( read -r nothing <&3; kill -s KILL -- -$$ ) &
            reader=$!
            exec 3<&-
            wait $command
            status=$?
            kill -s KILL $reader
            exit $status
            """;

    private final Process process;
    private final FileHold hold;

    private Tether(Process process, FileHold hold) {
        this.process = process;
        this.hold = hold;
    }

    /** @param builder with the command itself, its folder and environment, and where its output goes */
    static Tether start(ProcessBuilder builder, FileHold hold) throws IOException {
        List<String> command = new ArrayList<>(List.of("setsid", "sh", "-c", SHELL, "sh"));
        command.addAll(builder.command());
        Tether tether = new Tether(builder.command(command).start(), hold);
        try {
            hold.adopt(tether.process.toHandle());
            tether.go();
            return tether;
        } catch (IOException e) {
            tether.close();
            throw e;
        }
    }

    private void go() throws IOException {
        OutputStream pipe = process.getOutputStream();
        pipe.write("go\n".getBytes(StandardCharsets.US_ASCII));
        pipe.flush();
    }

    Process process() {
        return process;
    }

    InputStream output() {
        return process.getInputStream();
    }

    /** Kills the command and all it has started. Thread-safe, repeatable, does not wait. */
    void cut() {
        try {
            process.getOutputStream().close();
        } catch (IOException gone) {
            // A shell that does not read its pipe any more has ended.
        }
    }

    /** Kills what is left, and returns when nothing of it runs any more; the lock knows it until then. */
    @Override
    public void close() throws IOException {
        cut();
        hold.end(process.toHandle());
    }
}
