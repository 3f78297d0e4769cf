package dev.holdfast.app.process;

import dev.holdfast.app.log.Logging;
import java.io.PrintStream;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * The one end of the process. Whoever calls it first decides; logs are flushed, the last line is printed, and the
 * process halts: no hook and no other thread runs after it. Thread-safe.
 */
public final class Ending {
    private static final Duration PATIENCE = Duration.ofMillis(400);

    private final PrintStream out;
    private final Supplier<String> lastLine;
    private final AtomicBoolean begun = new AtomicBoolean();

    /** @param lastLine asked once, at the end; empty for none */
    public Ending(PrintStream out, Supplier<String> lastLine) {
        this.out = out;
        this.lastLine = lastLine;
    }

    /** Ends the process. Does not return; a second caller waits for the first. */
    public void end(int code) {
        if (begun.compareAndSet(false, true)) {
            sayLastWords(PATIENCE);
            Runtime.getRuntime().halt(code);
        }
        // Somebody else was first and halts the process within its patience.
        await();
    }

    /**
     * Ends the process because an owner must not live on.
     *
     * @param patience bound of the last words
     */
    public void end(int code, Duration patience) {
        if (begun.compareAndSet(false, true)) {
            sayLastWords(patience);
        }
        Runtime.getRuntime().halt(code);
    }

    /** On a thread of its own: nobody may read what we write, and then writing never ends. */
    private void sayLastWords(Duration patience) {
        Thread speaking = Threads.daemon("last-words", this::speak);
        speaking.start();
        try {
            speaking.join(patience.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void speak() {
        Logging.stop();
        String line = lastLine.get();
        if (!line.isEmpty()) {
            out.println(line);
        }
        out.flush();
    }

    /** Does not return: some other thread ends the process. */
    public void await() {
        while (true) {
            LockSupport.park();
        }
    }
}
