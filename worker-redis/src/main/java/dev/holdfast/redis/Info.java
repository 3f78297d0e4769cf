package dev.holdfast.redis;

import dev.holdfast.queue.StoreUnavailableException;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.api.StatefulRedisConnection;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

/** What Redis says of itself. Thread-safe; blocks up to the timeout. */
final class Info {
    private final Link link;
    private final Duration timeout;

    Info(Link link, Duration timeout) {
        this.link = link;
        this.timeout = timeout;
    }

    /** Lines {@code name:value}. */
    record Section(String text) {
        /** The value; {@code not shown} if there is none. */
        String value(String name) {
            return text.lines()
                    .filter(line -> line.startsWith(name + ":"))
                    .map(line -> line.substring(name.length() + 1).strip())
                    .findFirst()
                    .orElse("not shown");
        }
    }

    /**
     * A Redis that refuses to say shows nothing.
     *
     * @throws StoreUnavailableException if it does not answer
     */
    Section read(String section) {
        Duration until = link.clock().now().plus(timeout);
        try {
            StatefulRedisConnection<String, String> connection =
                    Waiting.on(link.connection(), until, link.clock()::now);
            return new Section(Waiting.on(connection.async().info(section), until, link.clock()::now));
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RedisCommandExecutionException) {
                return new Section("");
            }
            throw new StoreUnavailableException("INFO " + section, e.getCause());
        } catch (TimeoutException e) {
            throw new StoreUnavailableException("INFO " + section, new IOException("no answer within " + timeout, e));
        }
    }
}
