package dev.holdfast.app.cases.handlers;

import java.time.Duration;

/** Is about to fail when it is told to stop: it takes a moment more, and then throws something of its own. */
final class Failing implements Body {
    private static final Duration A_MOMENT = Duration.ofMillis(200);

    @Override
    public void run(Run run) {
        try {
            Pause.attentively(run.lasts());
        } catch (InterruptedException told) {
            Pause.deafly(A_MOMENT);
            throw new IllegalStateException("failed while it was being stopped", told);
        }
    }
}
