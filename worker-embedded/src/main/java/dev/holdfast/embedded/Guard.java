package dev.holdfast.embedded;

import java.util.ArrayList;
import java.util.List;

/**
 * The shell between this JVM and a server. It has a session of its own, so that a Ctrl-C at the terminal does not
 * reach the server, and holds the other end of a pipe from this JVM: the pipe closes when we close it or when the JVM
 * is gone, even by kill -9, and the guard then asks the server to stop. It ends with the server's status.
 */
final class Guard {
    /** Descriptor 3 is the pipe; the server itself never sees it. SIGINT asks both servers for a fast, orderly stop. */
    private static final String SCRIPT = """
            exec 3<&0
            "$@" 3<&- </dev/null &
            server=$!
            ( read -r nothing <&3; kill -INT $server ) 2>/dev/null &
            reader=$!
            exec 3<&-
            trap 'kill -INT $server' INT TERM
            while kill -0 $server 2>/dev/null; do wait $server; status=$?; done
            kill $reader 2>/dev/null
            exit $status
            """;

    private Guard() {}

    /** The command line that runs a program under a guard; the program's words are to be added. */
    static List<String> command() {
        return new ArrayList<>(List.of("setsid", "sh", "-c", SCRIPT, "sh"));
    }
}
