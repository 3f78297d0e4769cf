package dev.holdfast.app.cases.handlers;

/** Ends its JVM as a crash would, without any hook. */
final class Halting implements Body {
    private static final int KILLED = 137;

    @Override
    public void run(Run run) throws InterruptedException {
        Pause.attentively(run.lasts());
        Runtime.getRuntime().halt(KILLED);
    }
}
