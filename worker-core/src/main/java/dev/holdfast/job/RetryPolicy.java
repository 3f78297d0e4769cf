package dev.holdfast.job;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Exponential backoff with jitter, clamped. The n-th failure waits {@code base × 2^(n−1)}, at most {@code max}, of
 * which a random part up to {@code jitter} is taken off, so that jobs that failed together do not return together.
 *
 * @param base after the first failure
 * @param max never longer than this
 * @param jitter 0 to 1
 */
public record RetryPolicy(Duration base, Duration max, double jitter) {
    public static final RetryPolicy DEFAULT = new RetryPolicy(Duration.ofSeconds(5), Duration.ofHours(1), 0.2);

    private static final int MOST_DOUBLINGS = 40;

    public RetryPolicy {
        if (base.isNegative() || max.compareTo(base) < 0 || max.compareTo(NewJob.MAX_DELAY) > 0) {
            throw new IllegalArgumentException("retry delays must satisfy 0 <= base <= max <= " + NewJob.MAX_DELAY
                    + ", got base " + base + " and max " + max);
        }
        if (!(jitter >= 0 && jitter <= 1)) {
            throw new IllegalArgumentException("jitter must be 0 to 1, got " + jitter);
        }
    }

    /** How long to wait after the given number of failures (1 for the first). */
    public Duration delay(int failures, RandomGenerator random) {
        int doublings = Math.min(MOST_DOUBLINGS, Math.max(1, failures) - 1);
        double millis = Math.min((double) max.toMillis(), base.toMillis() * (double) (1L << doublings));
        return Duration.ofMillis((long) (millis * (1 - jitter * random.nextDouble())));
    }
}
