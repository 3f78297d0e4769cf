package dev.holdfast.app.config;

import java.util.Locale;

/**
 * Every key of the configuration: the one table from which help and {@code docs/configuration.md} come. Read from the
 * environment under {@link #environmentName}, then from {@code holdfast.properties} under {@link #fileName}.
 */
public enum Key {
    DATABASE_URL("", "postgres://user:password@host/database, or a jdbc:postgresql: URL"),
    DATABASE_USER("", "user, if the URL names none"),
    DATABASE_PASSWORD("", "password, if the URL names none; never printed"),
    DATABASE_DIRECT_URL(
            "", "past a connection pooler: for the heartbeat and the listener; empty if DATABASE_URL is direct"),
    DATABASE_POOL_SIZE("8", "connections beside those of the heartbeat and the listener, 1 to 1000"),
    LOCKS("postgres", "where locks are kept: postgres, redis, or the name of a plugin that brings a store"),
    REDIS_URL("", "redis://user:password@host:port/database, or rediss: for TLS; for LOCKS=redis"),
    REDIS_PASSWORD("", "password, if the URL names none; never printed"),
    REDIS_PREFIX("holdfast", "begins every key in Redis"),
    REDIS_LOCK_TTL("30s", "how long a Redis lock is honoured without a renewal; one comes with every HEARTBEAT"),
    REDIS_TIMEOUT("", "bound of one request to Redis; a sixth of REDIS_LOCK_TTL if empty, at most 2s"),
    SINGLE_INSTANCE("false", "true: this worker is the only one, and refuses to start beside another"),
    QUEUES(
            "default",
            "queues to serve, separated by commas: in strict order, or with shares by weight as in fast=3,slow=1"),
    CONCURRENCY("10", "most attempts at once, 1 to 100000"),
    PREFETCH("2000", "most jobs leased ahead of a free slot; how many follows from what jobs take, 0 to 10000"),
    POLL("1s", "longest wait between two looks for due jobs"),
    SESSION_TTL("30s", "how long a worker is honoured without a heartbeat"),
    HEARTBEAT("5s", "between two heartbeats; at most a third of SESSION_TTL"),
    MARGIN("5s", "taken off SESSION_TTL by the worker itself; less than a third of it"),
    REAPER_ROUND("250ms", "between two looks at the other workers"),
    CANCEL_GRACE("10s", "how long handlers have once a shutdown has told them to stop"),
    RELEASE_BUDGET("4s", "for the last releases of a shutdown"),
    EXIT_RESERVE("1s", "kept free before the kill"),
    STOP_GRACE_PERIOD("60s", "from SIGTERM to SIGKILL; docker-compose.yml reads the same variable"),
    HTTP_HOST("127.0.0.1", "address of the HTTP endpoint; the image sets 0.0.0.0"),
    HTTP_PORT("8080", "port of the HTTP endpoint; 0 takes a free one"),
    WEBHOOK_MAX_BYTES("1048576", "largest body of a webhook; 1024 to 33554432 (GitHub sends up to 25 MiB)"),
    PLUGINS_DIR("", "directory of plugin jars; empty for none"),
    LOG_FORMAT("text", "text or json"),
    LOG_LEVEL("info", "error, warn, info, debug or trace"),
    INSTANCE("", "name for people; the host name and process id if empty");

    /** What the environment calls a key begins so, but for the one that is shared with Compose. */
    static final String PREFIX = "HOLDFAST_";

    private final String defaultValue;
    private final String description;

    Key(String defaultValue, String description) {
        this.defaultValue = defaultValue;
        this.description = description;
    }

    /** For example {@code HOLDFAST_POLL}; {@code STOP_GRACE_PERIOD} alone has no prefix. */
    public String environmentName() {
        return this == STOP_GRACE_PERIOD ? name() : PREFIX + name();
    }

    /** For example {@code session.ttl}. */
    public String fileName() {
        return dotted(name());
    }

    /** The text that is read when the key is set nowhere; empty for none. */
    public String defaultValue() {
        return defaultValue;
    }

    /** One line for people. */
    public String description() {
        return description;
    }

    static String dotted(String name) {
        return name.toLowerCase(Locale.ROOT).replace('_', '.');
    }
}
