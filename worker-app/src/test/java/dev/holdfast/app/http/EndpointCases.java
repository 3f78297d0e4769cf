package dev.holdfast.app.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.holdfast.app.config.Http;
import dev.holdfast.app.metrics.Metrics;
import dev.holdfast.job.Job;
import dev.holdfast.queue.JobInspector;
import dev.holdfast.queue.JobInspector.Filter;
import dev.holdfast.queue.JobQueue;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the endpoint answers, whatever store is behind it. */
abstract class EndpointCases {
    private static final int LIMIT = 64 * 1024;

    private final List<String> problems = new ArrayList<>();
    private final ProbeWebhook webhook = new ProbeWebhook();
    private Endpoint endpoint;

    /** An empty queue, and what reads it. */
    abstract JobQueue queue();

    abstract JobInspector inspector();

    @BeforeEach
    void startEndpoint() {
        Intake intake = new Intake(List.of(webhook), queue());
        endpoint = Endpoint.start(
                new Http("127.0.0.1", 0, LIMIT),
                intake,
                () -> new Endpoint.Readiness(problems, List.of()),
                new Metrics());
    }

    @AfterEach
    void closeEndpoint() {
        endpoint.close();
    }

    @Test
    void aSignedDeliveryIsAcceptedWithItsJobs() throws Exception {
        HttpResponse<String> answer = post("{\"n\":1}").send();

        assertThat(answer.statusCode()).isEqualTo(202);
        JsonNode body = json(answer);
        assertThat(body.get("duplicate").asBoolean()).isFalse();
        assertThat(jobs()).singleElement().satisfies(job -> {
            assertThat(job.id().value()).isEqualTo(body.get("jobs").get(0).asLong());
            assertThat(job.details().payload().replace(" ", "")).isEqualTo("{\"n\":1}");
        });
    }

    @Test
    void theMetricsAreTextForPrometheus() throws Exception {
        HttpResponse<String> answer = get("/metrics");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type")).hasValue(Metrics.MEDIA_TYPE);
        assertThat(answer.body()).contains("holdfast_events_total{event=\"LockLost\"} 0.0");
    }

    @Test
    void theSameDeliveryTwiceIsOneJob() throws Exception {
        JsonNode first = json(post("{}").send());
        JsonNode second = json(post("{}").send());

        assertThat(second.get("duplicate").asBoolean()).isTrue();
        assertThat(second.get("jobs")).isEqualTo(first.get("jobs"));
        assertThat(jobs()).hasSize(1);
    }

    @Test
    void aDeliveryThatChangesNothingIsAcceptedWithoutJobs() throws Exception {
        HttpResponse<String> answer = post("{}").with("X-Event", "nothing").send();

        assertThat(answer.statusCode()).isEqualTo(202);
        assertThat(json(answer).get("jobs")).isEmpty();
    }

    @Test
    void aMissingSignatureIsRefused() throws Exception {
        assertRefused(401, post("{}").without("X-Signature").send());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sha256=",
                "sha256=00",
                "nonsense",
                "sha1=da39a3ee5e6b4b0d3255bfef95601890afd80709",
                "sha256=0000000000000000000000000000000000000000000000000000000000000000"
            })
    void aWrongSignatureIsRefused(String signature) throws Exception {
        assertRefused(401, post("{}").with("X-Signature", signature).send());
    }

    @Test
    void theSignatureOfAnotherBodyIsRefused() throws Exception {
        String other = new Signature(ProbeWebhook.SECRET).of(new byte[] {'x'});

        assertRefused(401, post("{}").with("X-Signature", other).send());
    }

    @Test
    void theSignatureIsThatOfTheSendersDocumentation() {
        assertThat(new Signature("It's a Secret to Everybody")
                        .of("Hello, World!".getBytes(java.nio.charset.StandardCharsets.UTF_8)))
                .isEqualTo("sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17");
    }

    @Test
    void aDeliveryWithoutAnIdIsRefused() throws Exception {
        assertRefused(400, post("{}").without("X-Delivery").send());
        assertRefused(400, post("{}").with("X-Delivery", "x".repeat(201)).send());
    }

    @Test
    void aDeliveryWithoutAnEventIsRefused() throws Exception {
        assertRefused(400, post("{}").without("X-Event").send());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "{} {}", "{\"a\":1,\"a\":2}", "\"\\u0000\""})
    void aBodyThatThePluginRefusesIsRefused(String body) throws Exception {
        assertRefused(400, post(body).send());
    }

    @Test
    void anUnknownSourceIsNotFound() throws Exception {
        assertRefused(404, post("{}").to("stranger").send());
    }

    @Test
    void aBodyOverTheLimitIsRefusedByItsDeclaredLength() throws Exception {
        assertRefused(413, post("\"" + "x".repeat(LIMIT) + "\"").send());
    }

    @Test
    void aChunkedBodyOverTheLimitIsRefusedWhereItPassesIt() throws Exception {
        assertRefused(413, post("\"" + "x".repeat(LIMIT) + "\"").sendChunked());
    }

    @Test
    void theRefusalOfAHugeBodyReachesItsSender() throws Exception {
        String huge = "\"" + "x".repeat(20 * 1024 * 1024) + "\"";

        assertRefused(413, post(huge).send());
        assertRefused(413, post(huge).sendChunked());
    }

    @Test
    void aChunkedBodyWithinTheLimitIsAccepted() throws Exception {
        assertThat(post("{}").sendChunked().statusCode()).isEqualTo(202);
    }

    @Test
    void moreDeliveriesThanItTakesAtOnceAreRefusedAndItStillSaysThatItLives() throws Exception {
        List<CompletableFuture<HttpResponse<String>>> slow = new ArrayList<>();
        for (int i = 0; i < Jetty.THREADS / 2; i++) {
            slow.add(post("{}")
                    .with("X-Event", "slow")
                    .with("X-Delivery", "slow-" + i)
                    .sendLater());
        }
        assertThat(webhook.waiting.tryAcquire(slow.size(), 30, TimeUnit.SECONDS))
                .isTrue();

        assertThat(post("{}").send().statusCode()).isEqualTo(503);
        assertThat(get("/healthz").statusCode()).isEqualTo(200);

        webhook.gate.countDown();
        assertThat(slow)
                .allSatisfy(
                        answer -> assertThat(answer.get(30, TimeUnit.SECONDS).statusCode())
                                .isEqualTo(202));
        assertThat(post("{}").send().statusCode()).isEqualTo(202);
    }

    @Test
    void aliveIsNotTheSameAsReady() throws Exception {
        assertThat(get("/healthz").statusCode()).isEqualTo(200);
        assertThat(get("/readyz").statusCode()).isEqualTo(200);

        problems.add("the worker is draining");

        assertThat(get("/healthz").statusCode()).isEqualTo(200);
        HttpResponse<String> ready = get("/readyz");
        assertThat(ready.statusCode()).isEqualTo(503);
        assertThat(json(ready).get("problems").get(0).asText()).isEqualTo("the worker is draining");
    }

    SignedPost post(String body) {
        return new SignedPost(endpoint.port(), body);
    }

    private HttpResponse<String> get(String path) throws Exception {
        URI uri = URI.create("http://127.0.0.1:" + endpoint.port() + path);
        return HttpClient.newHttpClient().send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
    }

    List<Job> jobs() {
        return inspector().list(new Filter(Optional.empty(), Optional.empty(), Optional.empty(), 100));
    }

    private void assertRefused(int status, HttpResponse<String> answer) throws Exception {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(json(answer).get("error").asText()).isNotBlank();
        assertThat(jobs()).isEmpty();
    }

    static JsonNode json(HttpResponse<String> answer) throws Exception {
        return new JsonMapper().readTree(answer.body());
    }
}
