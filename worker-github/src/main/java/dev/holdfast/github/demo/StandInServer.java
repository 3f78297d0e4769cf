package dev.holdfast.github.demo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.holdfast.github.api.Caller;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * Serves GitHub's paths and the model's on a free port of the loopback interface. A call takes effect first and is
 * answered after its delay, so that a caller who dies in between leaves the effect behind. A call goes on to its end
 * whether or not its caller is still there.
 */
final class StandInServer implements AutoCloseable {
    static final String REPOSITORIES_PATH = "/holdfast/repositories";
    private static final int MOST_CALLS_AT_ONCE = 64;

    private final World world;
    private final StandInOptions options;
    private final CallLog log;
    private final HttpServer server;
    private final ExecutorService calls = Executors.newFixedThreadPool(MOST_CALLS_AT_ONCE);
    private final CountDownLatch stopping = new CountDownLatch(1);

    StandInServer(StandInOptions options, CallLog log) throws IOException {
        Repositories repositories = new Repositories(log.beside("git"));
        this.world = new World(options.model(), repositories);
        this.options = options;
        this.log = log;
        this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(calls);
        server.createContext("/", this::serve);
        server.createContext(REPOSITORIES_PATH, exchange -> tell(exchange, repositories));
        server.start();
    }

    int port() {
        return server.getAddress().getPort();
    }

    World world() {
        return world;
    }

    /** Where the repositories are, for those who point a worker at this stand-in; no call to GitHub. */
    private static void tell(HttpExchange exchange, Repositories repositories) throws IOException {
        try (exchange) {
            send(exchange, new Reply(200, repositories.directory().toString()));
        }
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            send(exchange, reply(exchange));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Reply reply(HttpExchange exchange) throws IOException, InterruptedException {
        Call call;
        try {
            call = read(exchange);
        } catch (IllegalArgumentException e) {
            return Reply.refused(404, String.valueOf(e.getMessage()));
        }
        ObjectNode line = log.start(call, world.pull(call.id()).head(), who(exchange));
        Reply reply = answer(exchange, call);
        stopping.await(options.delay(call.kind()).toNanos(), TimeUnit.NANOSECONDS);
        log.end(line, reply);
        return reply;
    }

    private static Call read(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        return Call.of(
                exchange.getRequestMethod(),
                exchange.getRequestURI().getPath(),
                Optional.ofNullable(exchange.getRequestHeaders().getFirst("Accept"))
                        .orElse(""),
                body);
    }

    private Reply answer(HttpExchange exchange, Call call) {
        try {
            String query = exchange.getRequestURI().getQuery();
            return world.answer(call, query == null ? "" : query);
        } catch (IllegalArgumentException e) {
            return Reply.refused(422, String.valueOf(e.getMessage()));
        }
    }

    private static String who(HttpExchange exchange) {
        return Optional.ofNullable(exchange.getRequestHeaders().getFirst(Caller.ATTEMPT_HEADER))
                .or(() -> Optional.ofNullable(exchange.getRequestHeaders().getFirst("User-Agent")))
                .orElse("unknown");
    }

    private static void send(HttpExchange exchange, Reply reply) throws IOException {
        byte[] body = reply.body().getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json; charset=utf-8");
        exchange.sendResponseHeaders(reply.status(), body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
    }

    /** Answers at once whatever is under way, then stops. */
    @Override
    public void close() {
        stopping.countDown();
        server.stop(0);
        calls.shutdownNow();
    }
}
