package dev.holdfast.app.http;

import dev.holdfast.job.NewJob;
import dev.holdfast.lease.JobId;
import dev.holdfast.plugin.Webhook;
import dev.holdfast.plugin.Webhook.Delivery;
import dev.holdfast.plugin.Webhook.Signing;
import dev.holdfast.queue.Delivered;
import dev.holdfast.queue.JobQueue;
import dev.holdfast.queue.StoreUnavailableException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes deliveries in: checks the signature over the raw bytes, asks the plugin for the jobs, and stores them with the
 * delivery's id in one transaction. A delivery is answered with 202 only when it is stored, so that a sender which
 * repeats what was not accepted loses nothing. Thread-safe; blocks on the store.
 */
public final class Intake {
    private static final Logger LOG = LoggerFactory.getLogger(Intake.class);
    private static final Pattern DELIVERY_ID = Pattern.compile("[\\x21-\\x7e]{1,200}");

    private final Map<String, Source> sources = new HashMap<>();
    private final JobQueue queue;

    /** A webhook beside the key that verifies it. */
    record Source(Webhook webhook, Signature signature) {
        Signing signing() {
            return webhook.signing();
        }
    }

    /** @throws IllegalArgumentException if two webhooks have one source */
    public Intake(Collection<Webhook> webhooks, JobQueue queue) {
        this.queue = queue;
        for (Webhook webhook : webhooks) {
            Signature signature = new Signature(webhook.signing().secret());
            if (sources.put(webhook.source(), new Source(webhook, signature)) != null) {
                throw new IllegalArgumentException(
                        "two plugins take webhooks of the source " + webhook.source() + "; remove one of them");
            }
        }
    }

    Optional<Source> find(String source) {
        return Optional.ofNullable(sources.get(source));
    }

    /** @param header answers a header of the request, or null */
    Answer accept(Source source, UnaryOperator<String> header, byte[] body) {
        String signature = header.apply(source.signing().signatureHeader());
        if (signature == null || !source.signature.matches(body, signature)) {
            return Answer.refused(401, source.signing().signatureHeader() + " is missing or does not fit the body");
        }
        String id = header.apply(source.signing().deliveryHeader());
        if (id == null || !DELIVERY_ID.matcher(id).matches()) {
            return Answer.refused(400, source.signing().deliveryHeader() + " must be 1 to 200 printable characters");
        }
        String event = header.apply(source.signing().eventHeader());
        if (event == null || event.isBlank()) {
            return Answer.refused(400, source.signing().eventHeader() + " is missing");
        }
        return deliver(source, id, event, body);
    }

    private Answer deliver(Source source, String id, String event, byte[] body) {
        List<NewJob> jobs;
        try {
            jobs = source.webhook.jobs(new Delivery(id, event, text(body)));
        } catch (IllegalArgumentException e) {
            return Answer.refused(400, e.getMessage());
        }
        return store(source.webhook.source(), id, jobs);
    }

    private static String text(byte[] body) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(body))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("the body is not UTF-8", e);
        }
    }

    private Answer store(String source, String id, List<NewJob> jobs) {
        try {
            Delivered delivered = queue.deliver(source, id, jobs);
            List<Long> ids = delivered.jobs().stream().map(JobId::value).toList();
            LOG.info("delivery {} from {}: {}", id, source, delivered.duplicate() ? "seen before" : "jobs " + ids);
            return new Answer(202, Map.of("jobs", ids, "duplicate", delivered.duplicate()));
        } catch (StoreUnavailableException e) {
            LOG.warn("delivery {} from {} could not be stored: {}", id, source, e.getMessage());
            return Answer.refused(503, "the database cannot be reached; send the delivery again");
        }
    }
}
