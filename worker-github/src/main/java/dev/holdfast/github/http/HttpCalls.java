package dev.holdfast.github.http;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Makes HTTP calls. Thread-safe. A call blocks its thread until the whole body is there, its bound has passed, or the
 * thread is interrupted; in the last two cases the connection is dropped, and what the server does with a request it has
 * read already is unknown.
 *
 * <p>Redirects are not followed: a repository that has moved has another name, and a lock on the old name would not
 * exclude a job that knows the new one.
 */
public final class HttpCalls {
    private static final AtomicInteger THREADS = new AtomicInteger();
    private static final int CALLBACK_THREADS = 2;

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .executor(callbacks())
            .build();

    /** Callbacks only move bytes, so few threads serve any number of calls; daemons, since the client has no end. */
    private static Executor callbacks() {
        return Executors.newFixedThreadPool(CALLBACK_THREADS, task -> {
            Thread thread = new Thread(task, "holdfast-http-" + THREADS.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        });
    }

    /**
     * Makes a call.
     *
     * @param bound of the whole call, body included
     * @param maxBytes of the body that are kept
     * @throws HttpTimeoutException if the bound passed
     * @throws IOException if there was no answer; whether the request was acted on is unknown
     */
    public Answer send(HttpRequest request, Duration bound, int maxBytes) throws IOException, InterruptedException {
        CompletableFuture<HttpResponse<LimitedBody.Kept>> call =
                client.sendAsync(request, answer -> new LimitedBody(maxBytes));
        try {
            return answer(call.get(bound.toNanos(), TimeUnit.NANOSECONDS));
        } catch (TimeoutException e) {
            throw new HttpTimeoutException(request.method() + " " + request.uri() + " took longer than " + bound);
        } catch (ExecutionException e) {
            throw failure(request, e.getCause());
        } finally {
            call.cancel(true);
        }
    }

    private static Answer answer(HttpResponse<LimitedBody.Kept> response) {
        LimitedBody.Kept body = response.body();
        return new Answer(response.statusCode(), response.headers(), body.text(), body.cut());
    }

    private static IOException failure(HttpRequest request, Throwable cause) {
        String what = cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
        return new IOException(request.method() + " " + request.uri() + " failed: " + what, cause);
    }
}
