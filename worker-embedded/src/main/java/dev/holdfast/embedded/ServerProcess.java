package dev.holdfast.embedded;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** One running PostgreSQL under its {@link Guard}. */
final class ServerProcess {
    private static final Duration FAST_STOP = Duration.ofSeconds(30);
    private static final Duration IMMEDIATE_STOP = Duration.ofSeconds(10);

    private final Process guard;
    private final Cluster cluster;

    private ServerProcess(Process guard, Cluster cluster) {
        this.guard = guard;
        this.cluster = cluster;
    }

    static ServerProcess launch(Programs programs, Cluster cluster, int port, Map<String, String> settings)
            throws IOException {
        List<String> command = programs.as().command(Guard.command().toArray(String[]::new));
        command.addAll(
                List.of(programs.path("postgres"), "-D", cluster.data().toString(), "-p", Integer.toString(port)));
        set(command, "listen_addresses", "127.0.0.1");
        set(command, "unix_socket_directories", "");
        settings.forEach((name, value) -> set(command, name, value));
        ProcessBuilder.Redirect log =
                ProcessBuilder.Redirect.appendTo(log(programs.root()).toFile());
        return new ServerProcess(programs.builder(command).redirectOutput(log).start(), cluster);
    }

    private static void set(List<String> command, String name, String value) {
        command.add("-c");
        command.add(name + "=" + value);
    }

    static Path log(Path root) {
        return root.resolve("postgres.log");
    }

    boolean isAlive() {
        return guard.isAlive();
    }

    boolean endsWithin(Duration patience) throws InterruptedException {
        return guard.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Ends sessions, writes a checkpoint, and goes. */
    void stop() throws IOException, InterruptedException {
        resume();
        letGo();
        if (!endsWithin(FAST_STOP)) {
            stopImmediately();
        }
    }

    /** Goes at once, as in a crash: the next start recovers from the log. */
    void stopImmediately() throws IOException, InterruptedException {
        resume();
        Signals.send("QUIT", postmaster());
        if (!endsWithin(IMMEDIATE_STOP)) {
            Signals.send("KILL", tree());
        }
        letGo();
        guard.waitFor();
    }

    /** Asks for a stop in good order and does not wait for it. */
    void letGo() throws IOException {
        guard.getOutputStream().close();
    }

    /** Freezes the server: connections stay open and nothing answers. */
    void pause() throws IOException, InterruptedException {
        Signals.send("STOP", tree());
    }

    void resume() throws IOException, InterruptedException {
        if (isAlive()) {
            Signals.send("CONT", tree());
        }
    }

    /** The postmaster comes first: once it stands still, it makes no more children. */
    private List<Long> tree() throws IOException {
        List<Long> pids = new ArrayList<>(postmaster());
        for (long pid : postmaster()) {
            ProcessHandle.of(pid).ifPresent(top -> top.descendants().forEach(child -> pids.add(child.pid())));
        }
        return pids;
    }

    /** Empty when PostgreSQL has removed its mark, which it does when it ends. */
    private List<Long> postmaster() throws IOException {
        return cluster.recordedPid().map(List::of).orElse(List.of());
    }
}
