package dev.holdfast.github.repo;

import dev.holdfast.lease.Ticker;
import dev.holdfast.lock.file.FileHold;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Runs git, one command at a time, under a lock. A command blocks until it has ended, which is when nothing of it runs any
 * more; it is killed when its time is over, its output too long, its thread interrupted, or its attempt cancelled.
 *
 * @param tools which git, and how long it may take
 * @param remote sets the rules
 * @param hold the lock every command works under
 * @param cancellation kills the command
 */
record Git(Tools tools, Remote remote, FileHold hold, Cancellation cancellation) {
    private static final int MOST_OUTPUT = 256 * 1024;
    private static final int MOST_TOLD = 2000;
    private static final Duration LOOK = Duration.ofMillis(5);

    /**
     * What a command is run with.
     *
     * @param program git, by name or path
     * @param home an empty folder
     * @param timeout bound of one command
     */
    record Tools(String program, Path home, Duration timeout) {}

    /**
     * How a command ended.
     *
     * @param status its exit code
     * @param text what it printed, up to a limit
     * @param cut true if it was killed because it printed more
     */
    record Output(int status, String text, boolean cut) {
        boolean isSuccess() {
            return status == 0;
        }
    }

    static GitException failed(Output output, String... arguments) {
        String told = output.text().strip();
        return new GitException("git " + arguments[0] + " failed with " + output.status() + ": "
                + told.substring(0, Math.min(MOST_TOLD, told.length())));
    }

    /** @param withErrors true to have its error messages among the output; they are dropped otherwise */
    Output run(Path directory, boolean withErrors, String... arguments) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command(arguments)).directory(directory.toFile());
        builder.redirectErrorStream(withErrors);
        if (!withErrors) {
            builder.redirectError(ProcessBuilder.Redirect.DISCARD);
        }
        GitEnvironment.apply(builder.environment(), tools.home(), remote);
        try (Tether tether = Tether.start(builder, hold)) {
            cancellation.running(tether);
            return read(tether, arguments[0]);
        } finally {
            cancellation.running(null);
        }
    }

    private List<String> command(String... arguments) {
        List<String> command = new ArrayList<>(List.of(tools.program()));
        command.addAll(List.of(arguments));
        return command;
    }

    private Output read(Tether tether, String name) throws IOException, InterruptedException {
        Ticker ticker = Ticker.system();
        Duration giveUp = ticker.now().plus(tools.timeout());
        ByteArrayOutputStream kept = new ByteArrayOutputStream();
        boolean ended = false;
        while (!ended && kept.size() < MOST_OUTPUT) {
            ended = tether.process().waitFor(LOOK.toMillis(), TimeUnit.MILLISECONDS);
            drain(tether, kept);
            if (ticker.now().compareTo(giveUp) > 0) {
                throw new GitException("git " + name + " took longer than " + tools.timeout());
            }
        }
        if (cancellation.isCancelled()) {
            throw new GitException("git " + name + " was cancelled");
        }
        int status = ended ? tether.process().exitValue() : 0;
        return new Output(status, kept.toString(StandardCharsets.UTF_8), !ended);
    }

    private static void drain(Tether tether, ByteArrayOutputStream kept) throws IOException {
        int available = tether.output().available();
        while (available > 0 && kept.size() < MOST_OUTPUT) {
            kept.write(tether.output().readNBytes(Math.min(available, MOST_OUTPUT - kept.size())));
            available = tether.output().available();
        }
    }
}
