package dev.holdfast.bench.contender;

import dev.holdfast.event.EventListener;
import dev.holdfast.event.WorkerEvent;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts the settlements that the store has accepted, and tells what goes wrong, since then the figure means nothing. */
final class Settled implements EventListener {
    private final AtomicInteger count = new AtomicInteger();

    @Override
    public void on(WorkerEvent event) {
        if (event instanceof WorkerEvent.JobSettled) {
            count.incrementAndGet();
        } else if (event instanceof WorkerEvent.RoundFailed
                || event instanceof WorkerEvent.SettlingDelayed
                || event instanceof WorkerEvent.SettlementRefused
                || event instanceof WorkerEvent.TrustEnded
                || event instanceof WorkerEvent.SessionLost) {
            System.err.println("holdfast: " + event);
        }
    }

    int count() {
        return count.get();
    }

    /** Looks every millisecond: to be woken would cost the settler more than it costs to look. */
    void await(int jobs) throws InterruptedException {
        while (count.get() < jobs) {
            TimeUnit.MILLISECONDS.sleep(1);
        }
    }
}
