package dev.holdfast.github.api;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.holdfast.github.http.HttpCalls;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;

/** Answers every call with one answer, or with half of it. */
final class CannedServer implements AutoCloseable {
    private final ExecutorService calls = Executors.newCachedThreadPool();
    private final CountDownLatch closing = new CountDownLatch(1);
    private final HttpServer server;

    /** A call has arrived. */
    final CountDownLatch asked = new CountDownLatch(1);

    final AtomicReference<Map<String, String>> seen = new AtomicReference<>();

    /** @param stuck true to send the headers and then nothing, until closed */
    CannedServer(int status, Map<String, String> headers, String body, boolean stuck) throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(calls);
        server.createContext("/", exchange -> {
            try (exchange) {
                answer(exchange, status, headers, body, stuck);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        server.start();
    }

    private void answer(HttpExchange exchange, int status, Map<String, String> headers, String body, boolean stuck)
            throws IOException, InterruptedException {
        seen.set(Map.of(
                "Authorization", String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")),
                "User-Agent", String.valueOf(exchange.getRequestHeaders().getFirst("User-Agent")),
                "X-Holdfast-Attempt",
                        String.valueOf(exchange.getRequestHeaders().getFirst("X-Holdfast-Attempt")),
                "X-Holdfast-Fence", String.valueOf(exchange.getRequestHeaders().getFirst("X-Holdfast-Fence"))));
        headers.forEach((name, value) -> exchange.getResponseHeaders().set(name, value));
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length + (stuck ? 1 : 0));
        exchange.getResponseBody().write(bytes);
        exchange.getResponseBody().flush();
        asked.countDown();
        if (stuck) {
            closing.await();
        }
    }

    GitHub github(Duration timeout, Caller caller) {
        URI url = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
        return new GitHub(new Rest(new HttpCalls(), new Rest.Endpoint(url, "hush", timeout), caller));
    }

    GitHub github() {
        return github(Duration.ofSeconds(10), new Caller("12/1", Optional.empty()));
    }

    @Override
    public void close() {
        closing.countDown();
        server.stop(0);
        calls.shutdownNow();
    }
}
