package dev.holdfast.app.cases.handlers;

import java.time.Duration;

/** Calls {@link System#exit} as soon as a drain has begun, or when its time is over. */
final class Exiting implements Body {
    private static final int CODE = 3;
    /** An attempt has an hour; less than this remains only once a drain has begun. */
    private static final Duration DRAINING = Duration.ofMinutes(1);

    private static final Duration LOOK = Duration.ofMillis(20);

    @Override
    public void run(Run run) throws InterruptedException {
        long start = System.nanoTime();
        while (System.nanoTime() - start < run.lasts().toNanos()
                && run.attempt().remaining().compareTo(DRAINING) > 0) {
            Pause.attentively(LOOK);
        }
        System.exit(CODE);
    }
}
