package dev.holdfast.plugin;

import dev.holdfast.job.JobHandler;
import dev.holdfast.job.PayloadCodec;
import dev.holdfast.job.RetryPolicy;
import dev.holdfast.lock.LockKey;
import dev.holdfast.lock.LockRequest;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

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

    private record Rules<T>(
            Duration timeout, RetryPolicy retry, Function<T, List<LockRequest>> locks, List<Limit<T>> limits) {}

    private HandlerSpec(Class<T> payloadType, JobHandler<T> handler, Rules<T> rules) {
        this.payloadType = payloadType;
        this.handler = handler;
        this.rules = rules;
    }

    /** A handler with the defaults: one hour, {@link RetryPolicy#DEFAULT}, no declared locks. */
    public static <T> HandlerSpec<T> of(Class<T> payloadType, JobHandler<T> handler) {
        return new HandlerSpec<>(
                payloadType,
                handler,
                new Rules<>(DEFAULT_TIMEOUT, RetryPolicy.DEFAULT, payload -> List.of(), List.of()));
    }

    public HandlerSpec<T> withTimeout(Duration timeout) {
        return new HandlerSpec<>(payloadType, handler, new Rules<>(timeout, rules.retry, rules.locks, rules.limits));
    }

    public HandlerSpec<T> withRetry(RetryPolicy retry) {
        return new HandlerSpec<>(payloadType, handler, new Rules<>(rules.timeout, retry, rules.locks, rules.limits));
    }

    /** Locks taken before the handler runs, in canonical order, and released after it. */
    public HandlerSpec<T> withLocks(Function<T, List<LockRequest>> locks) {
        return new HandlerSpec<>(payloadType, handler, new Rules<>(rules.timeout, rules.retry, locks, rules.limits));
    }

    /**
     * At most so many attempts of this kind run at once, over all workers that share the store. A job over the limit waits
     * in line as for a lock, without a thread and without an attempt. A kind without a limit pays nothing for those that
     * have one.
     *
     * @param most 1 to {@value LockKey#MOST_PERMITS}; the same in every worker
     */
    public HandlerSpec<T> atMost(int most) {
        return limited(Limit.ofKind(most));
    }

    /**
     * The same for each key by itself, for example {@code owner/repo}. May be said several times, the narrowest first, and
     * beside {@link #atMost(int)}: a job then runs when it is within every limit.
     *
     * @param key of a payload, spelt as in a {@link LockKey}; keys of two limits differ, for example by their first part
     */
    public HandlerSpec<T> atMost(int most, Function<T, String> key) {
        return limited(Limit.byKey(most, key));
    }

    private HandlerSpec<T> limited(Limit<T> limit) {
        List<Limit<T>> limits =
                Stream.concat(rules.limits.stream(), Stream.of(limit)).toList();
        return new HandlerSpec<>(payloadType, handler, new Rules<>(rules.timeout, rules.retry, rules.locks, limits));
    }

    /** @throws IllegalArgumentException if the kind's name is too long to be limited by it */
    void checkLimits(String kind) {
        rules.limits.forEach(limit -> limit.check(kind));
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

    /**
     * The limits of a payload of this kind, to be taken after the locks and one after the other: whoever is over the limit
     * of a key shall not stand before others in the line of the whole kind.
     */
    public List<LockRequest> limits(String kind, T payload) {
        if (rules.limits.isEmpty()) {
            return List.of();
        }
        return rules.limits.stream()
                .sorted(Comparator.comparing(Limit::isOfKind))
                .map(limit -> limit.request(kind, payload))
                .toList();
    }
}
