package dev.holdfast.app.http;

import dev.holdfast.job.NewJob;
import dev.holdfast.plugin.Webhook;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** A webhook whose body is the payload of one job; "nothing" leads to none. */
final class ProbeWebhook implements Webhook {
    static final String SECRET = "a shared secret";

    @Override
    public String source() {
        return "probe";
    }

    @Override
    public Signing signing() {
        return new Signing(SECRET, "X-Signature", "X-Delivery", "X-Event");
    }

    /** Deliveries of the event "slow" wait here. */
    final CountDownLatch gate = new CountDownLatch(1);

    final Semaphore waiting = new Semaphore(0);

    @Override
    public List<NewJob> jobs(Delivery delivery) {
        if (delivery.event().equals("slow")) {
            waitAtGate();
        }
        return delivery.event().equals("nothing") ? List.of() : List.of(NewJob.ofJson("probe", delivery.body()));
    }

    private void waitAtGate() {
        waiting.release();
        try {
            if (!gate.await(30, TimeUnit.SECONDS)) {
                throw new IllegalStateException("nobody opened the gate");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
