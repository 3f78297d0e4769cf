package dev.holdfast.github.demo;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * The stand-in for GitHub and the model, as a process of its own. Arguments: the log file, then options as
 * {@code key=value}. Prints {@code listening on PORT} and ends when its standard input closes, so that it never outlives
 * the process that started it.
 */
public final class StandIn {
    private StandIn() {}

    /** Runs until the standard input closes. */
    @SuppressWarnings("SystemOut")
    public static void main(String[] args) throws IOException {
        if (args.length == 0) {
            throw new IllegalArgumentException("arguments: LOGFILE [key=value ...]");
        }
        // Or each small answer on a kept connection waits for the caller's delayed acknowledgement.
        System.setProperty("sun.net.httpserver.nodelay", "true");
        StandInOptions options = StandInOptions.parse(Arrays.copyOfRange(args, 1, args.length));
        try (CallLog log = new CallLog(Path.of(args[0]));
                StandInServer server = new StandInServer(options, log)) {
            System.out.println("listening on " + server.port());
            drain(System.in);
        }
    }

    private static void drain(InputStream input) throws IOException {
        input.transferTo(OutputStream.nullOutputStream());
    }
}
