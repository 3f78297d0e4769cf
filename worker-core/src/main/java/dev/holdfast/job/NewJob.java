package dev.holdfast.job;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * A job to enqueue. Immutable; each {@code with…} answers a changed copy, and every value is checked at once, so
 * that a bad one is refused where it is written and nothing is stored.
 */
public final class NewJob {
    public static final String DEFAULT_QUEUE = "default";
    public static final int HIGHEST_PRIORITY = 0;
    public static final int DEFAULT_PRIORITY = 5;
    public static final int LOWEST_PRIORITY = 9;
    public static final int DEFAULT_MAX_ATTEMPTS = 20;
    /** Longest delay, and longest attempt timeout. */
    public static final Duration MAX_DELAY = Duration.ofDays(366);

    private static final int MOST_ATTEMPTS = 1000;

    private final String queue;
    private final String kind;
    private final String payload;
    private final Options options;

    /** Everything that has a default. */
    private record Options(int priority, Duration delay, int maxAttempts, Duration timeout, String uniqueKey) {
        static final Options DEFAULTS = new Options(DEFAULT_PRIORITY, Duration.ZERO, DEFAULT_MAX_ATTEMPTS, null, null);
    }

    private NewJob(String queue, String kind, String payload, Options options) {
        this.queue = queue;
        this.kind = kind;
        this.payload = payload;
        this.options = options;
    }

    /**
     * A job of a kind with a payload record (or map, list, string, number).
     *
     * @throws InvalidPayloadException if the payload breaks a rule of {@link PayloadCodec}
     * @throws IllegalArgumentException if the kind is not a valid name
     */
    public static NewJob of(String kind, Object payload) {
        return ofJson(kind, PayloadCodec.encode(payload));
    }

    /** The same for a payload that is JSON text already. */
    public static NewJob ofJson(String kind, String json) {
        return new NewJob(DEFAULT_QUEUE, Names.check("kind", kind), PayloadCodec.check(json), Options.DEFAULTS);
    }

    public NewJob withQueue(String queue) {
        return new NewJob(Names.check("queue", queue), kind, payload, options);
    }

    /** @param priority 0 (first) to 9 (last) */
    public NewJob withPriority(int priority) {
        checkRange("priority", priority, HIGHEST_PRIORITY, LOWEST_PRIORITY);
        return with(new Options(priority, options.delay, options.maxAttempts, options.timeout, options.uniqueKey));
    }

    /** @param delay counted by the database's clock from the moment of enqueueing */
    public NewJob withDelay(Duration delay) {
        checkRange("delay", delay, Duration.ZERO);
        return with(new Options(options.priority, delay, options.maxAttempts, options.timeout, options.uniqueKey));
    }

    /** @param maxAttempts failures after which the job is discarded, 1 to 1000 */
    public NewJob withMaxAttempts(int maxAttempts) {
        checkRange("max attempts", maxAttempts, 1, MOST_ATTEMPTS);
        return with(new Options(options.priority, options.delay, maxAttempts, options.timeout, options.uniqueKey));
    }

    /** @param timeout after which the attempt is cancelled; overrides the kind's own */
    public NewJob withTimeout(Duration timeout) {
        checkRange("attempt timeout", timeout, Duration.ofMillis(1));
        return with(new Options(options.priority, options.delay, options.maxAttempts, timeout, options.uniqueKey));
    }

    /**
     * At most one job of this queue and key is in the live table. Enqueueing again folds the newer payload into the
     * waiting job; while it runs, the newer payload starts it over once it has ended.
     */
    public NewJob withUniqueKey(String key) {
        return with(new Options(
                options.priority, options.delay, options.maxAttempts, options.timeout, Names.check("unique key", key)));
    }

    private NewJob with(Options changed) {
        return new NewJob(queue, kind, payload, changed);
    }

    private static void checkRange(String what, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(what + " must be " + least + " to " + most + ", got " + value);
        }
    }

    private static void checkRange(String what, Duration value, Duration least) {
        if (Objects.requireNonNull(value, what).compareTo(least) < 0 || value.compareTo(MAX_DELAY) > 0) {
            throw new IllegalArgumentException(what + " must be " + least + " to " + MAX_DELAY + ", got " + value);
        }
    }

    public String queue() {
        return queue;
    }

    public String kind() {
        return kind;
    }

    /** JSON text. */
    public String payload() {
        return payload;
    }

    public int priority() {
        return options.priority;
    }

    public Duration delay() {
        return options.delay;
    }

    public int maxAttempts() {
        return options.maxAttempts;
    }

    public Optional<Duration> timeout() {
        return Optional.ofNullable(options.timeout);
    }

    public Optional<String> uniqueKey() {
        return Optional.ofNullable(options.uniqueKey);
    }

    @Override
    public String toString() {
        return kind + " in " + queue + uniqueKey().map(key -> " [" + key + "]").orElse("");
    }
}
