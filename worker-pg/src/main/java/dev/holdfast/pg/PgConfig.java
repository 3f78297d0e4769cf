package dev.holdfast.pg;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * Where the database is and how it is used. Immutable. Never shown with its password.
 *
 * @param url JDBC URL, {@code jdbc:postgresql://host:port/database}; may carry user and password as parameters
 * @param user role; empty if the URL carries it
 * @param password its password; empty if the URL carries it or the server asks for none
 * @param options everything that has a default
 */
public record PgConfig(String url, String user, String password, Options options) {
    private static final String SCHEME = "jdbc:postgresql:";

    public PgConfig {
        Objects.requireNonNull(user, "user");
        Objects.requireNonNull(password, "password");
        Objects.requireNonNull(options, "options");
        requireScheme("database url", url);
        options.directUrl().ifPresent(direct -> requireScheme("direct url", direct));
    }

    /** A database by its URL alone, everything else by default. */
    public static PgConfig of(String url) {
        return new PgConfig(url, "", "", Options.DEFAULTS);
    }

    public PgConfig with(Options options) {
        return new PgConfig(url, user, password, options);
    }

    /** URL of the connections that must reach the server itself: the heartbeats and the listener. */
    String directUrl() {
        return options.directUrl().orElse(url);
    }

    /** True if a pooler stands before the database, so that no connection but the direct ones has a state. */
    boolean isPooled() {
        return options.directUrl().isPresent();
    }

    private static void requireScheme(String what, String url) {
        if (!url.startsWith(SCHEME)) {
            throw new IllegalArgumentException(what + " must begin with " + SCHEME + ", got " + withoutParameters(url));
        }
    }

    private static String withoutParameters(String url) {
        int parameters = url.indexOf('?');
        return parameters < 0 ? url : url.substring(0, parameters);
    }

    @Override
    public String toString() {
        return "PgConfig[" + withoutParameters(url) + (user.isEmpty() ? "" : " as " + user) + "]";
    }

    /**
     * What has a default.
     *
     * @param poolSize most connections at once, beside one for each session's heartbeat and one for the listener
     * @param ttl of the sessions; every statement is bounded well below a third of it
     * @param directUrl URL around the pooler, if {@code url} leads through one (PgBouncer in transaction mode)
     * @param notifying whether the database tells workers about due jobs; without it they poll
     */
    public record Options(int poolSize, Duration ttl, Optional<String> directUrl, boolean notifying) {
        private static final Duration LEAST_TTL = Duration.ofSeconds(1);

        public static final Options DEFAULTS = new Options(10, Duration.ofSeconds(30), Optional.empty(), true);

        public Options {
            if (poolSize < 1 || poolSize > 1000) {
                throw new IllegalArgumentException("pool size must be 1 to 1000, got " + poolSize);
            }
            if (ttl.compareTo(LEAST_TTL) < 0) {
                throw new IllegalArgumentException("ttl must be at least " + LEAST_TTL + ", got " + ttl);
            }
        }

        public Options withPoolSize(int poolSize) {
            return new Options(poolSize, ttl, directUrl, notifying);
        }

        public Options withTtl(Duration ttl) {
            return new Options(poolSize, ttl, directUrl, notifying);
        }

        public Options withDirectUrl(String directUrl) {
            return new Options(poolSize, ttl, Optional.of(directUrl), notifying);
        }

        public Options withNotifying(boolean notifying) {
            return new Options(poolSize, ttl, directUrl, notifying);
        }

        /** Longest a statement may take. */
        Duration statementBound() {
            return ttl.dividedBy(4);
        }

        /** Longest a statement may wait for a row. */
        Duration lockBound() {
            return ttl.dividedBy(6);
        }
    }
}
