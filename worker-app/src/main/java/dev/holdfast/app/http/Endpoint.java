package dev.holdfast.app.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.holdfast.app.config.ConfigurationException;
import dev.holdfast.app.config.Http;
import dev.holdfast.app.metrics.Metrics;
import dev.holdfast.lease.Ticker;
import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code POST /webhooks/{source}}, {@code GET /healthz}, {@code GET /readyz}, {@code GET /metrics}. Threads and waiting requests are bounded.
 * Closing it ends requests in flight; what was not answered with 202 is sent again by its sender.
 */
public final class Endpoint implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Endpoint.class);
    private static final JsonMapper JSON = new JsonMapper();
    /** Fewer than there are threads: while the database is slow, somebody must still say that the process lives. */
    private static final int DELIVERIES_AT_ONCE = Jetty.THREADS / 2;

    private static final Duration BODY_PATIENCE = Duration.ofSeconds(20);

    private final Intake intake;
    private final Supplier<Readiness> readiness;
    private final Metrics metrics;
    private final Body bodies;
    private final Semaphore places = new Semaphore(DELIVERIES_AT_ONCE);
    private final Javalin server;

    /**
     * How the worker is.
     *
     * @param problems why it is not ready; none if it is
     * @param notes what an operator should look at all the same
     */
    public record Readiness(List<String> problems, List<String> notes) {}

    private Endpoint(Http http, Intake intake, Supplier<Readiness> readiness, Metrics metrics) {
        this.intake = intake;
        this.readiness = readiness;
        this.metrics = metrics;
        this.bodies = new Body(http.webhookMaxBytes(), BODY_PATIENCE, Ticker.system());
        this.server = Javalin.create(config -> configure(config, http));
    }

    /**
     * Starts listening.
     *
     * @param readiness asked for each {@code /readyz}
     * @param metrics shown under {@code /metrics}
     * @throws ConfigurationException naming the address, if it cannot be bound
     */
    public static Endpoint start(Http http, Intake intake, Supplier<Readiness> readiness, Metrics metrics) {
        Endpoint endpoint = new Endpoint(http, intake, readiness, metrics);
        try {
            endpoint.server.start();
            return endpoint;
        } catch (RuntimeException e) {
            throw new ConfigurationException(
                    "cannot listen on " + http.host() + ":" + http.port() + " (HTTP_HOST, HTTP_PORT): "
                            + e.getMessage(),
                    e);
        }
    }

    /** The port it listens on. */
    public int port() {
        return server.port();
    }

    private void configure(JavalinConfig config, Http http) {
        config.startup.showJavalinBanner = false;
        config.http.maxRequestSize = http.webhookMaxBytes();
        Jetty.bound(config.jetty, http);
        config.routes.post("/webhooks/{source}", this::webhook);
        config.routes.get("/healthz", context -> answer(context, new Answer(200, Map.of("alive", true))));
        config.routes.get("/readyz", this::ready);
        config.routes.get("/metrics", this::scrape);
        config.routes.exception(
                Body.TooSlow.class,
                (e, context) -> answer(
                        context, Answer.refused(408, "the body took longer than " + BODY_PATIENCE.toSeconds() + " s")));
        config.routes.exception(Exception.class, this::failed);
    }

    private void webhook(Context context) throws IOException {
        Optional<Intake.Source> source = intake.find(context.pathParam("source"));
        if (source.isEmpty()) {
            refuseUnread(context, Answer.refused(404, "no plugin takes webhooks of this source"));
        } else if (!places.tryAcquire()) {
            refuseUnread(context, Answer.refused(503, "too many deliveries at once; send the delivery again"));
        } else {
            try {
                take(context, source.get());
            } finally {
                places.release();
            }
        }
    }

    private void take(Context context, Intake.Source source) throws IOException {
        Optional<byte[]> body =
                bodies.read(context.req().getInputStream(), context.req().getContentLengthLong());
        if (body.isEmpty()) {
            refuseTooLarge(context);
            return;
        }
        answer(context, intake.accept(source, context::header, body.get()));
    }

    /** The rest of the body is not read, so the connection cannot be used again. */
    private static void refuseUnread(Context context, Answer answer) {
        context.header("Connection", "close");
        answer(context, answer);
    }

    /** A sender that waits to be asked for the body is not asked; any other is heard out, or it misses the answer. */
    private void refuseTooLarge(Context context) throws IOException {
        if (context.header("Expect") == null) {
            bodies.discard(context.req().getInputStream());
        }
        refuseUnread(context, Answer.refused(413, "the body is larger than WEBHOOK_MAX_BYTES"));
    }

    private void ready(Context context) {
        Readiness found = readiness.get();
        boolean isReady = found.problems.isEmpty();
        answer(
                context,
                new Answer(
                        isReady ? 200 : 503,
                        Map.of("ready", isReady, "problems", found.problems, "notes", found.notes)));
    }

    private void scrape(Context context) {
        context.contentType(Metrics.MEDIA_TYPE).result(metrics.scrape());
    }

    private void failed(Exception e, Context context) {
        LOG.error("{} {} failed", context.method(), context.path(), e);
        answer(context, Answer.refused(500, "this is a fault of the worker; its log has the cause"));
    }

    private static void answer(Context context, Answer answer) {
        if (answer.isRefusal()) {
            LOG.warn("{} {} refused with {}: {}", context.method(), context.path(), answer.status(), answer.body());
        }
        try {
            context.status(answer.status())
                    .contentType("application/json")
                    .result(JSON.writeValueAsBytes(answer.body()));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("an answer is plain values", e);
        }
    }

    @Override
    public void close() {
        server.stop();
    }
}
