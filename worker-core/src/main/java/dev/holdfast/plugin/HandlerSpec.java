package dev.holdfast.plugin;

import dev.holdfast.job.JobHandler;
import dev.holdfast.job.PayloadCodec;
import dev.holdfast.job.RetryPolicy;
import dev.holdfast.lock.LockRequest;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/**
 * A kind's handler and how its attempts are run. Immutable; each {@code with…} answers a changed copy.
 *
 * @param <T> payload type
 */
public final class HandlerSpec<T> {
    /** Bound of an attempt when neither the kind nor the job says otherwise. */
    public static final Duration DEFAULT_TIMEOUT = Duration.ofHours(1);

    private final Class<T> payloadType;
    private final JobHandler<T> handler;
    private final Rules<T> rules;

    private record Rules<T>(Duration timeout, RetryPolicy retry, Function<T, List<LockRequest>> locks) {}

    private HandlerSpec(Class<T> payloadType, JobHandler<T> handler, Rules<T> rules) {
        this.payloadType = payloadType;
        this.handler = handler;
        this.rules = rules;
    }

    /** A handler with the defaults: one hour, {@link RetryPolicy#DEFAULT}, no declared locks. */
    public static <T> HandlerSpec<T> of(Class<T> payloadType, JobHandler<T> handler) {
        return new HandlerSpec<>(
                payloadType, handler, new Rules<>(DEFAULT_TIMEOUT, RetryPolicy.DEFAULT, payload -> List.of()));
    }

    public HandlerSpec<T> withTimeout(Duration timeout) {
        return new HandlerSpec<>(payloadType, handler, new Rules<>(timeout, rules.retry, rules.locks));
    }

    public HandlerSpec<T> withRetry(RetryPolicy retry) {
        return new HandlerSpec<>(payloadType, handler, new Rules<>(rules.timeout, retry, rules.locks));
    }

    /** Locks taken before the handler runs, in canonical order, and released after it. */
    public HandlerSpec<T> withLocks(Function<T, List<LockRequest>> locks) {
        return new HandlerSpec<>(payloadType, handler, new Rules<>(rules.timeout, rules.retry, locks));
    }

    public JobHandler<T> handler() {
        return handler;
    }

    /** @throws dev.holdfast.job.InvalidPayloadException if the JSON does not fit the payload type */
    public T decode(String json) {
        return PayloadCodec.decode(json, payloadType);
    }

    public Duration timeout() {
        return rules.timeout;
    }

    public RetryPolicy retry() {
        return rules.retry;
    }

    /** The declared locks of a payload, sorted, each once; of two policies for one lock the stricter one counts. */
    public List<LockRequest> locks(T payload) {
        return LockRequest.inOrder(rules.locks.apply(payload));
    }
}
