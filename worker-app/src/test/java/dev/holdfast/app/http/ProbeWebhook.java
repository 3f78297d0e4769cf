package dev.holdfast.app.http;

import dev.holdfast.job.NewJob;
import dev.holdfast.plugin.Webhook;
import java.util.List;

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

    @Override
    public List<NewJob> jobs(Delivery delivery) {
        return delivery.event().equals("nothing") ? List.of() : List.of(NewJob.ofJson("probe", delivery.body()));
    }
}
