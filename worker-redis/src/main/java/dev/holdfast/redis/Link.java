package dev.holdfast.redis;

import dev.holdfast.lease.Ticker;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.StaticCredentialsProvider;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/**
 * The way to one Redis: at most one connection at a time, made when somebody needs it and dropped when it leaves a
 * request without an answer. Nothing is ever sent twice: what was under way on a connection that broke has no answer,
 * and the next request makes a new connection. Thread-safe.
 *
 * <p>A connection that left one request unanswered would answer those behind it no sooner, and one that silently leads
 * nowhere would take the operating system minutes to give up.
 */
final class Link implements AutoCloseable {
    private static final int THREADS = 2;

    private final ClientResources resources;
    private final RedisClient client;
    private final RedisURI uri;
    private final ServerClock clock;
    private CompletableFuture<StatefulRedisConnection<String, String>> current;
    private boolean closed;

    Link(RedisConfig config, Ticker ticker) {
        this.clock = new ServerClock(ticker);
        this.uri = uri(config);
        this.resources = DefaultClientResources.builder()
                .ioThreadPoolSize(THREADS)
                .computationThreadPoolSize(THREADS)
                .build();
        this.client = RedisClient.create(resources);
        client.setOptions(options(config.times().timeout()));
    }

    private static RedisURI uri(RedisConfig config) {
        RedisURI uri = RedisURI.create(config.url());
        uri.setTimeout(config.times().timeout());
        config.password()
                .ifPresent(password ->
                        uri.setCredentialsProvider(new StaticCredentialsProvider(null, password.toCharArray())));
        return uri;
    }

    /** No reconnection but ours: Lettuce's own sends again what was under way, seconds or minutes later. */
    private static ClientOptions options(Duration timeout) {
        return ClientOptions.builder()
                .autoReconnect(false)
                .disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
                .replayFilter(command -> true)
                .timeoutOptions(TimeoutOptions.enabled(timeout))
                .socketOptions(SocketOptions.builder()
                        .connectTimeout(timeout)
                        .tcpNoDelay(true)
                        .build())
                .build();
    }

    ServerClock clock() {
        return clock;
    }

    /** The connection there is, or the one that is being made. */
    synchronized CompletableFuture<StatefulRedisConnection<String, String>> connection() {
        if (closed) {
            return CompletableFuture.failedFuture(new IllegalStateException("the lock store is closed"));
        }
        if (current == null || isBroken(current)) {
            current = connect();
        }
        return current;
    }

    private static boolean isBroken(CompletableFuture<StatefulRedisConnection<String, String>> connection) {
        return connection.isCompletedExceptionally()
                || (connection.isDone() && !connection.join().isOpen());
    }

    /** A server that was restarted, or took over from another, has another clock. */
    private CompletableFuture<StatefulRedisConnection<String, String>> connect() {
        try {
            CompletionStage<StatefulRedisConnection<String, String>> connecting =
                    client.connectAsync(StringCodec.UTF8, uri);
            return connecting.thenCompose(this::withClock).toCompletableFuture();
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private CompletionStage<StatefulRedisConnection<String, String>> withClock(
            StatefulRedisConnection<String, String> connection) {
        Duration sentAt = clock.now();
        return connection
                .async()
                .time()
                .thenApply(time -> {
                    clock.saw(micros(time), sentAt);
                    return connection;
                })
                .whenComplete((told, error) -> {
                    if (error != null) {
                        discard(connection);
                    }
                });
    }

    private static long micros(List<String> time) {
        return TimeUnit.SECONDS.toMicros(Long.parseLong(time.get(0))) + Long.parseLong(time.get(1));
    }

    /** It left a request without an answer. */
    synchronized void drop(StatefulRedisConnection<String, String> connection) {
        if (current != null
                && current.isDone()
                && !current.isCompletedExceptionally()
                && current.join() == connection) {
            current = null;
        }
        discard(connection);
    }

    /** Nobody waits for it: what was under way on it has failed at once. */
    @SuppressWarnings("FutureReturnValueIgnored")
    private static void discard(StatefulRedisConnection<String, String> connection) {
        connection.closeAsync();
    }

    /** What waits for an answer gets none. */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
        }
        client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
        resources.shutdown(0, 2, TimeUnit.SECONDS).awaitUninterruptibly(2, TimeUnit.SECONDS);
    }
}
