package dev.holdfast.plugin;

import dev.holdfast.job.NewJob;
import java.util.List;

/**
 * SPI: how deliveries of one sender become jobs. The endpoint checks the signature over the raw bytes and stores the
 * delivery id with the jobs; the mapping itself does no I/O. Thread-safe.
 */
public interface Webhook {
    /** Last part of the endpoint's path, for example {@code github} for {@code POST /webhooks/github}. */
    String source();

    /** How the sender signs and numbers its deliveries. */
    Signing signing();

    /**
     * The jobs a delivery leads to; none if it changes nothing.
     *
     * @throws IllegalArgumentException if the body is not what the sender documents; answered with 400
     */
    List<NewJob> jobs(Delivery delivery);

    /**
     * How the sender signs: HMAC-SHA-256 of the raw body, as {@code sha256=} and hex digits.
     *
     * @param secret shared with the sender; not blank
     * @param signatureHeader header with the signature
     * @param deliveryHeader header with the delivery's id, unique within the source
     * @param eventHeader header with the event's name
     */
    record Signing(String secret, String signatureHeader, String deliveryHeader, String eventHeader) {
        public Signing {
            if (secret == null || secret.isBlank()) {
                throw new IllegalArgumentException("a webhook needs a secret that is not empty");
            }
        }

        @Override
        public String toString() {
            return "signed in " + signatureHeader;
        }
    }

    /**
     * One verified delivery.
     *
     * @param id the sender's id of it
     * @param event the event's name
     * @param body the body, as text
     */
    record Delivery(String id, String event, String body) {}
}
