package dev.holdfast.github.api;

import dev.holdfast.github.http.Answer;
import dev.holdfast.github.http.HttpCalls;
import dev.holdfast.job.PayloadCodec;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.function.Function;

/**
 * One caller's way to GitHub: address, credentials, bound of a call. Immutable, thread-safe.
 *
 * @param http makes the calls
 * @param endpoint where GitHub is
 * @param caller who calls
 */
public record Rest(HttpCalls http, Endpoint endpoint, Caller caller) {
    private static final String JSON = "application/vnd.github+json";
    private static final String DIFF = "application/vnd.github.diff";
    private static final int MOST_JSON = 16 * 1024 * 1024;
    private static final int MOST_DIFF = 256 * 1024;

    /**
     * Where GitHub is.
     *
     * @param base for example {@code https://api.github.com}, without a slash at the end
     * @param token sent with every call
     * @param timeout bound of one call
     */
    public record Endpoint(URI base, String token, Duration timeout) {
        /** Says nothing of the token. */
        @Override
        public String toString() {
            return base.toString();
        }
    }

    /** The same way with another bound for each call. */
    public Rest within(Duration timeout) {
        return new Rest(http, new Endpoint(endpoint.base, endpoint.token, timeout), caller);
    }

    Answer get(String path) throws GitHubException, IOException, InterruptedException {
        return call(request(path, JSON).GET().build(), MOST_JSON);
    }

    Answer getDiff(String path) throws GitHubException, IOException, InterruptedException {
        return call(request(path, DIFF).GET().build(), MOST_DIFF);
    }

    Answer send(String method, String path, Object body) throws GitHubException, IOException, InterruptedException {
        HttpRequest.Builder request = request(path, JSON)
                .setHeader("Content-Type", "application/json")
                .method(method, BodyPublishers.ofString(PayloadCodec.encode(body)));
        return call(request.build(), MOST_JSON);
    }

    private HttpRequest.Builder request(String path, String accept) {
        return caller.sign(HttpRequest.newBuilder(URI.create(endpoint.base + path))
                .setHeader("Accept", accept)
                .setHeader("X-GitHub-Api-Version", "2022-11-28")
                .setHeader("Authorization", "Bearer " + endpoint.token));
    }

    private Answer call(HttpRequest request, int maxBytes) throws GitHubException, IOException, InterruptedException {
        Answer answer = http.send(request, endpoint.timeout, maxBytes);
        if (!answer.isSuccess()) {
            throw new GitHubException(request.method() + " " + request.uri().getPath(), answer);
        }
        return answer;
    }

    /** Reads an answer; one that is not what GitHub documents is no answer. */
    static <T> T read(Answer answer, Function<String, T> reader) throws IOException {
        if (answer.cut()) {
            throw new IOException("GitHub's answer is larger than " + MOST_JSON + " bytes");
        }
        try {
            return reader.apply(answer.body());
        } catch (IllegalArgumentException e) {
            throw new IOException("GitHub's answer is unusable: " + e.getMessage(), e);
        }
    }
}
