package dev.holdfast.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Holds threads up until it is opened, and tells that one has come. */
final class Gate implements Wire.Trap {
    private final CountDownLatch arrived = new CountDownLatch(1);
    private final CountDownLatch opened = new CountDownLatch(1);

    /** Waits here until the gate is opened, or the thread is interrupted. */
    void pass() throws InterruptedException {
        arrived.countDown();
        opened.await();
    }

    /** Waits here until the gate is opened, whatever anybody says meanwhile. */
    void passDeaf() {
        arrived.countDown();
        boolean interrupted = false;
        while (opened.getCount() > 0) {
            try {
                opened.await();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void spring() throws InterruptedException {
        pass();
    }

    /** Waits until somebody has come. */
    void awaitArrival() throws InterruptedException {
        assertThat(arrived.await(Rig.PATIENCE.toMillis(), TimeUnit.MILLISECONDS))
                .as("somebody came to the gate")
                .isTrue();
    }

    boolean hasArrived() {
        return arrived.getCount() == 0;
    }

    void open() {
        opened.countDown();
    }
}
