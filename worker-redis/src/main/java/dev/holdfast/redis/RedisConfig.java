package dev.holdfast.redis;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Where the Redis is and how it is used. Immutable. Never shown with its password.
 *
 * @param url {@code redis://host:port}, or {@code rediss://host:port} for TLS; may carry user, password and database
 *     as in {@code redis://user:password@host:port/2}
 * @param password for a URL that carries none; empty if the server asks for none
 * @param prefix begins every key, so that several deployments may share one Redis
 * @param times how long things take
 */
public record RedisConfig(String url, Optional<String> password, String prefix, Times times) {
    private static final Pattern SCHEME = Pattern.compile("rediss?://[^\\s]+");
    private static final Pattern PREFIX = Pattern.compile("[A-Za-z0-9._:-]{1,100}");

    public RedisConfig {
        Objects.requireNonNull(password, "password");
        Objects.requireNonNull(times, "times");
        if (!SCHEME.matcher(url).matches()) {
            throw new IllegalArgumentException(
                    "the Redis url must begin with redis:// or rediss:// and name a host, got " + withoutPassword(url));
        }
        if (!PREFIX.matcher(prefix).matches()) {
            throw new IllegalArgumentException(
                    "the prefix of the Redis keys must be 1 to 100 characters of A-Z a-z 0-9 . _ : -, got " + prefix);
        }
    }

    /** A Redis by its URL alone, everything else by default. */
    public static RedisConfig of(String url) {
        return new RedisConfig(url, Optional.empty(), "holdfast", Times.DEFAULTS);
    }

    public RedisConfig withPassword(String password) {
        return new RedisConfig(url, Optional.of(password).filter(text -> !text.isEmpty()), prefix, times);
    }

    public RedisConfig withPrefix(String prefix) {
        return new RedisConfig(url, password, prefix, times);
    }

    public RedisConfig with(Times times) {
        return new RedisConfig(url, password, prefix, times);
    }

    private static String withoutPassword(String url) {
        int at = url.lastIndexOf('@');
        int authority = url.indexOf("://");
        return at < 0 ? url : url.substring(0, authority < 0 ? 0 : authority + 3) + "***" + url.substring(at);
    }

    @Override
    public String toString() {
        return "RedisConfig[" + withoutPassword(url) + ", " + prefix + ", " + times + "]";
    }

    /**
     * How long things take.
     *
     * @param ttl how long a lock is honoured without a renewal; whole milliseconds
     * @param timeout longest a request waits for its answer, and longest after its sending that it takes effect
     */
    public record Times(Duration ttl, Duration timeout) {
        private static final Duration LEAST_TTL = Duration.ofMillis(500);
        private static final Duration MOST_TTL = Duration.ofHours(1);
        private static final Duration LEAST_TIMEOUT = Duration.ofMillis(20);

        /** Last: it is checked against the constants above while this class is loaded. */
        public static final Times DEFAULTS = new Times(Duration.ofSeconds(30), Duration.ofSeconds(2));

        public Times {
            if (ttl.compareTo(LEAST_TTL) < 0 || ttl.compareTo(MOST_TTL) > 0) {
                throw new IllegalArgumentException(
                        "the ttl of Redis locks must be " + LEAST_TTL + " to " + MOST_TTL + ", got " + ttl);
            }
            if (timeout.compareTo(LEAST_TIMEOUT) < 0 || timeout.compareTo(ttl.dividedBy(3)) > 0) {
                throw new IllegalArgumentException("the Redis timeout must be " + LEAST_TIMEOUT
                        + " to a third of the ttl (" + ttl.dividedBy(3) + "), got " + timeout);
            }
        }

        /** This ttl, and the default timeout or a sixth of the ttl, whichever is shorter. */
        public static Times ofTtl(Duration ttl) {
            Duration sixth = ttl.dividedBy(6);
            return new Times(ttl, sixth.compareTo(DEFAULTS.timeout) < 0 ? sixth : DEFAULTS.timeout);
        }

        public Times withTimeout(Duration timeout) {
            return new Times(ttl, timeout);
        }
    }
}
