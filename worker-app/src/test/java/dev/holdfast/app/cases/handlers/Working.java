package dev.holdfast.app.cases.handlers;

/** Works as long as it is told, and stops when it is interrupted. */
final class Working implements Body {
    @Override
    public void run(Run run) throws InterruptedException {
        Pause.attentively(run.lasts());
    }
}
