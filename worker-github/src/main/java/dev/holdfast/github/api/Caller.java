package dev.holdfast.github.api;

import dev.holdfast.job.Attempt;
import dev.holdfast.lease.FencingToken;
import dev.holdfast.lock.HeldLock;
import java.net.http.HttpRequest;
import java.util.Optional;
import java.util.UUID;

/**
 * Says in every call who makes it. GitHub ignores the two extra headers; a proxy or a stand-in can tell attempts apart
 * by them, and can refuse a late owner by its fence.
 *
 * @param attempt job, number of the attempt, and a random part, since numbers start over with each round of a job
 * @param fence of the lock under which the call is made
 */
public record Caller(String attempt, Optional<FencingToken> fence) {
    public static final String ATTEMPT_HEADER = "X-Holdfast-Attempt";
    public static final String FENCE_HEADER = "X-Holdfast-Fence";

    private static final String AGENT = "holdfast/"
            + Optional.ofNullable(Caller.class.getPackage().getImplementationVersion())
                    .orElse("dev");

    public static Caller of(Attempt attempt) {
        String random = UUID.randomUUID().toString().substring(0, 8);
        return new Caller(attempt.job().value() + "/" + attempt.number() + "/" + random, Optional.empty());
    }

    /** The same attempt, calling under a lock. */
    public Caller holding(HeldLock lock) {
        return new Caller(attempt, lock.fence());
    }

    /** Adds the headers to a request. */
    public HttpRequest.Builder sign(HttpRequest.Builder request) {
        request.setHeader("User-Agent", AGENT).setHeader(ATTEMPT_HEADER, attempt);
        fence.ifPresent(token -> request.setHeader(FENCE_HEADER, Long.toString(token.value())));
        return request;
    }
}
