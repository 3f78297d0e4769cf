package dev.holdfast.app.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.holdfast.app.http.Signature;
import dev.holdfast.plugin.DemoScenario.DemoDelivery;
import dev.holdfast.plugin.Webhook;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The sender: signs deliveries and posts them to an endpoint, and to the next one when that does not accept, as a
 * balancer and a sender that repeats would. Used by one thread.
 */
final class Deliverer {
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final int ACCEPTED = 202;

    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();
    private final JsonMapper json = new JsonMapper();
    private final Webhook webhook;
    private final Supplier<List<Integer>> ports;
    private int turn;

    /** @param ports of the endpoints that are up, as far as is known */
    Deliverer(Webhook webhook, Supplier<List<Integer>> ports) {
        this.webhook = webhook;
        this.ports = ports;
    }

    /** Offers the delivery to each endpoint once. The answer, if one accepted it. */
    Optional<JsonNode> deliver(DemoDelivery delivery) throws InterruptedException {
        List<Integer> up = ports.get();
        for (int i = 0; i < up.size(); i++) {
            Optional<JsonNode> answer = post(delivery, up.get(turn++ % up.size()));
            if (answer.isPresent()) {
                return answer;
            }
        }
        return Optional.empty();
    }

    private Optional<JsonNode> post(DemoDelivery delivery, int port) throws InterruptedException {
        try {
            HttpResponse<String> answer = client.send(request(delivery, port), BodyHandlers.ofString());
            return answer.statusCode() == ACCEPTED ? Optional.of(json.readTree(answer.body())) : Optional.empty();
        } catch (IOException e) {
            // Gone, or going: whether it was accepted is unknown, and the same id may be sent again.
            return Optional.empty();
        }
    }

    private HttpRequest request(DemoDelivery delivery, int port) {
        byte[] body = delivery.body().getBytes(StandardCharsets.UTF_8);
        Webhook.Signing signing = webhook.signing();
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/webhooks/" + webhook.source()))
                .timeout(PATIENCE)
                .header("Content-Type", "application/json")
                .header(signing.signatureHeader(), new Signature(signing.secret()).of(body))
                .header(signing.deliveryHeader(), delivery.id())
                .header(signing.eventHeader(), delivery.event())
                .POST(BodyPublishers.ofByteArray(body))
                .build();
    }
}
