package dev.holdfast.github.review;

import dev.holdfast.github.api.Caller;
import dev.holdfast.github.http.Answer;
import dev.holdfast.github.http.HttpCalls;
import dev.holdfast.github.pull.Verdict;
import dev.holdfast.job.PayloadCodec;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.Optional;

/**
 * Asks a model that speaks OpenAI's chat completions. Thread-safe. A call blocks for as long as the model thinks, at most
 * for its timeout, and stops when its thread is interrupted; it changes nothing but the bill.
 */
public final class Model {
    private static final int MOST_ANSWER = 1024 * 1024;

    private final HttpCalls http;
    private final Endpoint endpoint;

    /**
     * Where the model is.
     *
     * @param base for example {@code https://api.openai.com}, without a slash at the end
     * @param key sent with every call unless empty
     * @param name of the model
     * @param timeout bound of one call
     */
    public record Endpoint(URI base, String key, String name, Duration timeout) {
        /** Says nothing of the key. */
        @Override
        public String toString() {
            return name + " at " + base;
        }
    }

    public Model(HttpCalls http, Endpoint endpoint) {
        this.http = http;
        this.endpoint = endpoint;
    }

    Verdict ask(Question question, Caller caller) throws UnusableAnswerException, IOException, InterruptedException {
        Answer answer = http.send(request(question, caller), endpoint.timeout, MOST_ANSWER);
        if (!answer.isSuccess()) {
            throw new UnusableAnswerException("answered " + answer.status(), answer.retryAfter());
        }
        try {
            return ModelAnswer.read(answer.body(), question.by());
        } catch (IllegalArgumentException e) {
            throw new UnusableAnswerException("gave no verdict: " + e.getMessage(), Optional.empty());
        }
    }

    private HttpRequest request(Question question, Caller caller) {
        String body = PayloadCodec.encode(question.asRequest(endpoint.name));
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(endpoint.base + "/v1/chat/completions"))
                .setHeader("Content-Type", "application/json")
                .setHeader("Accept", "application/json")
                .POST(BodyPublishers.ofString(body));
        if (!endpoint.key.isEmpty()) {
            request.setHeader("Authorization", "Bearer " + endpoint.key);
        }
        return caller.sign(request).build();
    }
}
