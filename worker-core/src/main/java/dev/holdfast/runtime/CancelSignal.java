package dev.holdfast.runtime;

import dev.holdfast.job.CancelReason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Tells one attempt to stop, once: the first reason stands. The handler's thread is interrupted, and only while it
 * runs that handler; actions run on a thread of their own, so that none of them can hold up a heartbeat.
 */
final class CancelSignal {
    private final String name;
    private final List<Runnable> actions = new ArrayList<>();
    private final Wakeup wakeup = new Wakeup();
    private Thread handler;
    private CancelReason reason;
    private Duration at;

    CancelSignal(String name) {
        this.name = name;
    }

    /** The calling thread runs the handler from now on. */
    synchronized void enter() {
        handler = Thread.currentThread();
        if (reason != null) {
            handler.interrupt();
        }
    }

    /** The calling thread has left the handler; it is interrupted no more, and an interrupt that was late is cleared. */
    synchronized void leave() {
        handler = null;
        Thread.interrupted();
    }

    /** True if this call was the one that cancelled. */
    boolean cancel(CancelReason why, Duration now) {
        List<Runnable> toRun;
        synchronized (this) {
            if (reason != null) {
                return false;
            }
            reason = why;
            at = now;
            if (handler != null) {
                handler.interrupt();
            }
            toRun = List.copyOf(actions);
        }
        wakeup.call();
        runAside(toRun);
        return true;
    }

    void onCancel(Runnable action) {
        synchronized (this) {
            if (reason == null) {
                actions.add(action);
                return;
            }
        }
        action.run();
    }

    synchronized Optional<CancelReason> reason() {
        return Optional.ofNullable(reason);
    }

    /** When it was cancelled. */
    synchronized Optional<Duration> since() {
        return Optional.ofNullable(at);
    }

    /** Where the handler's thread is, for people. */
    synchronized List<StackTraceElement> stack() {
        return handler == null ? List.of() : List.of(handler.getStackTrace());
    }

    /** Waits, but not beyond a cancellation. */
    void pause(Duration longest) throws InterruptedException {
        wakeup.await(longest);
    }

    private void runAside(List<Runnable> toRun) {
        if (!toRun.isEmpty()) {
            AttemptThreads.daemon("holdfast-cancel-" + name, () -> runEach(toRun))
                    .start();
        }
    }

    /** Runs them all, though one of them may throw. */
    static void runEach(List<Runnable> actions) {
        actions.forEach(CancelSignal::runOne);
    }

    private static void runOne(Runnable action) {
        try {
            action.run();
        } catch (Throwable e) {
            // An Error too: the next action may be the one that kills a child process.
            org.slf4j.LoggerFactory.getLogger(CancelSignal.class).warn("an action of a handler failed", e);
        }
    }
}
