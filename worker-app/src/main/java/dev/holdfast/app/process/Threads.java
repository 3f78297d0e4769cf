package dev.holdfast.app.process;

/** The app's own threads. Each has a name and an owner that bounds it; none keeps the process alive. */
public final class Threads {
    private Threads() {}

    /** A thread that is not started yet. */
    public static Thread daemon(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        return thread;
    }
}
