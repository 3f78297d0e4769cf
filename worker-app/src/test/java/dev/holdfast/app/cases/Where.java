package dev.holdfast.app.cases;

import dev.holdfast.embedded.EmbeddedRedis;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/** Where the locks of a case are kept. */
enum Where {
    POSTGRES,
    REDIS;

    /** A server for the case, started if locks are to be kept in it; what is closed then closes it. */
    Opened open(Path folder) throws IOException, InterruptedException {
        return this == POSTGRES ? new Opened(null) : new Opened(EmbeddedRedis.start(folder.resolve("redis")));
    }

    /**
     * The lock store of a case.
     *
     * @param redis null if locks are kept in the queue's database
     */
    record Opened(EmbeddedRedis redis) implements AutoCloseable {
        /** What a worker is told. */
        Map<String, String> settings() {
            return redis == null
                    ? Map.of("HOLDFAST_LOCKS", "postgres")
                    : Map.of(
                            "HOLDFAST_LOCKS", "redis",
                            "HOLDFAST_REDIS_URL", redis.url(),
                            "HOLDFAST_REDIS_LOCK_TTL", Scale.text(Scale.TTL));
        }

        @Override
        public void close() {
            if (redis != null) {
                redis.close();
            }
        }
    }
}
