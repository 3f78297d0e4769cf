package dev.holdfast.app.http;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** A delivery to the endpoint under test, right in every part until a test spoils one. */
final class SignedPost {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private final int port;
    private final Map<String, String> headers = new LinkedHashMap<>();
    private final byte[] body;
    private String source = "probe";

    SignedPost(int port, String body) {
        this.port = port;
        this.body = body.getBytes(StandardCharsets.UTF_8);
        headers.put("X-Signature", new Signature(ProbeWebhook.SECRET).of(this.body));
        headers.put("X-Delivery", "d-1");
        headers.put("X-Event", "changed");
    }

    SignedPost with(String header, String value) {
        headers.put(header, value);
        return this;
    }

    SignedPost without(String header) {
        headers.remove(header);
        return this;
    }

    SignedPost to(String other) {
        source = other;
        return this;
    }

    HttpResponse<String> send() throws IOException, InterruptedException {
        return send(BodyPublishers.ofByteArray(body));
    }

    /** Sends without a declared length. */
    HttpResponse<String> sendChunked() throws IOException, InterruptedException {
        return send(BodyPublishers.ofInputStream(() -> new java.io.ByteArrayInputStream(body)));
    }

    CompletableFuture<HttpResponse<String>> sendLater() {
        return CLIENT.sendAsync(request(BodyPublishers.ofByteArray(body)), BodyHandlers.ofString());
    }

    private HttpResponse<String> send(BodyPublisher publisher) throws IOException, InterruptedException {
        return CLIENT.send(request(publisher), BodyHandlers.ofString());
    }

    private HttpRequest request(BodyPublisher publisher) {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + port + "/webhooks/" + source))
                .timeout(Duration.ofSeconds(30))
                .POST(publisher);
        headers.forEach(request::header);
        return request.build();
    }
}
