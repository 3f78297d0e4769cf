package dev.holdfast.app.cases;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/** A process of a case, with a session of its own, and the signals one can send to it. Not its children's. */
final class Child {
    private static final List<String> OPTIONS =
            List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx192m", "-Dfile.encoding=UTF-8");

    private final Process process;
    private final Log log;
    private final CompletableFuture<Moment> ended;
    private final AtomicReference<Moment> told = new AtomicReference<>();

    private Child(Process process, Log log) {
        this.process = process;
        this.log = log;
        this.ended = process.onExit().thenApply(gone -> Moment.now());
    }

    /** A Holdfast command, from the packaged jars. */
    static Child holdfast(Path folder, String name, Map<String, String> environment, String... arguments)
            throws IOException {
        // Ctrl-C too, where the build itself was told to ignore it: a JVM leaves an ignored signal alone.
        List<String> command = new ArrayList<>(List.of("env", "--default-signal=INT", "setsid", java()));
        command.addAll(OPTIONS);
        command.addAll(List.of("-cp", lib() + "/*", "dev.holdfast.app.Main"));
        command.addAll(List.of(arguments));
        return start(folder, name, environment, command);
    }

    /** Its standard input stays open as long as this JVM lives. */
    static Child start(Path folder, String name, Map<String, String> environment, List<String> command)
            throws IOException {
        Path out = folder.resolve(name + ".out");
        Path err = folder.resolve(name + ".err");
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
        builder.redirectOutput(out.toFile()).redirectError(err.toFile());
        builder.environment().keySet().removeIf(Child::configuresUs);
        builder.environment().putAll(environment);
        return new Child(builder.start(), new Log(out, err));
    }

    private static boolean configuresUs(String variable) {
        return variable.startsWith("HOLDFAST_")
                || variable.startsWith("GITHUB_")
                || variable.equals("STOP_GRACE_PERIOD")
                || variable.equals("JAVA_TOOL_OPTIONS");
    }

    static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    /** Where the build has put everything that runs. */
    static Path lib() {
        return Path.of(System.getProperty("holdfast.test.dir", "target"), "lib").toAbsolutePath();
    }

    long pid() {
        return process.pid();
    }

    ProcessHandle handle() {
        return process.toHandle();
    }

    Log log() {
        return log;
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** @return a moment before it was sent */
    Moment signal(String... signals) throws IOException, InterruptedException {
        Moment before = signal(pid(), signals);
        if (List.of(signals).contains("TERM")) {
            told.compareAndSet(null, before);
        }
        return before;
    }

    /** When it was first told to stop, if it was. */
    Optional<Moment> told() {
        return Optional.ofNullable(told.get());
    }

    /** One after the other, as fast as a shell can. */
    static Moment signal(long pid, String... signals) throws IOException, InterruptedException {
        StringBuilder script = new StringBuilder("set -e\n");
        for (String signal : signals) {
            script.append("kill -").append(signal).append(' ').append(pid).append('\n');
        }
        Moment before = Moment.now();
        int status = new ProcessBuilder("sh", "-c", script.toString())
                .inheritIO()
                .start()
                .waitFor();
        assertThat(status).as("kill %s of %s", List.of(signals), pid).isZero();
        return before;
    }

    /** From now on it does nothing and notices nothing. */
    Moment freeze() throws IOException, InterruptedException {
        return signal("STOP");
    }

    /** It goes on as if no time had passed. */
    Moment thaw() throws IOException, InterruptedException {
        return signal("CONT");
    }

    /** Waits for its end; answers its exit code, 137 after a SIGKILL. */
    int awaitEnd(Duration patience) throws InterruptedException {
        assertThat(process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS))
                .as("%s has ended within %s; the end of its log:%n%s", pid(), patience, log.end())
                .isTrue();
        return process.exitValue();
    }

    /** When it was seen to be dead. */
    Moment endedAt() {
        return ended.join();
    }

    /** SIGKILL. */
    void kill() throws InterruptedException {
        process.toHandle().destroyForcibly();
        process.waitFor();
    }
}
