package dev.holdfast.redis;

import dev.holdfast.lock.LockKey;
import dev.holdfast.queue.StoreUnavailableException;
import io.lettuce.core.KeyScanCursor;
import io.lettuce.core.KeyValue;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.ScanCursor;
import io.lettuce.core.api.async.RedisAsyncCommands;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Every lock that is held, by a walk over the keys: it blocks nobody else, sees what is there all the while, and may miss
 * what comes and goes meanwhile.
 */
final class HeldKeys {
    /** Most locks that are read. */
    static final int MOST = 10_000;
    /** Most steps of a walk over a Redis that holds much else. */
    private static final int MOST_STEPS = 10_000;

    private static final int KEYS_A_STEP = 500;

    private final Link link;
    private final RedisConfig config;

    HeldKeys(Link link, RedisConfig config) {
        this.link = link;
        this.config = config;
    }

    /**
     * A held lock.
     *
     * @param key which
     * @param value its holder
     * @param wanted whom somebody wants to steal it from, and why; empty if nobody does
     */
    record Entry(LockKey key, String value, String wanted) {
        Optional<String> revoked(Hold hold) {
            String holder = hold.token() + "|";
            return wanted.startsWith(holder) ? Optional.of(wanted.substring(holder.length())) : Optional.empty();
        }
    }

    List<Entry> read() {
        RedisAsyncCommands<String, String> redis = answer(link.connection()).async();
        Map<LockKey, Entry> found = new LinkedHashMap<>();
        ScanArgs pattern =
                ScanArgs.Builder.matches(Keys.allHeld(config.prefix())).limit(KEYS_A_STEP);
        ScanCursor cursor = ScanCursor.INITIAL;
        for (int step = 0; step < MOST_STEPS && found.size() < MOST && !cursor.isFinished(); step++) {
            KeyScanCursor<String> page = answer(redis.scan(cursor, pattern));
            values(redis, page.getKeys()).forEach(entry -> found.put(entry.key(), entry));
            cursor = page;
        }
        return List.copyOf(found.values());
    }

    /** One lock; empty if nobody holds it. */
    Optional<Entry> read(LockKey key) {
        return values(
                        answer(link.connection()).async(),
                        List.of(Keys.of(config.prefix(), key).lock()))
                .stream()
                .findFirst();
    }

    /** How long a held lock lives without a renewal; empty if nobody holds it, or it lives for ever. */
    Optional<Duration> left(LockKey key) {
        long millis = answer(answer(link.connection())
                .async()
                .pttl(Keys.of(config.prefix(), key).lock()));
        return millis < 0 ? Optional.empty() : Optional.of(Duration.ofMillis(millis));
    }

    private List<Entry> values(RedisAsyncCommands<String, String> redis, List<String> keys) {
        List<LockKey> ours = keys.stream()
                .flatMap(key -> Keys.read(config.prefix(), key).stream())
                .toList();
        if (ours.isEmpty()) {
            return List.of();
        }
        List<KeyValue<String, String>> values = answer(redis.mget(ours.stream()
                .map(key -> Keys.of(config.prefix(), key))
                .flatMap(of -> Stream.of(of.lock(), of.wanted()))
                .toArray(String[]::new)));
        return IntStream.range(0, ours.size())
                .filter(i -> values.get(2 * i).hasValue())
                .mapToObj(i -> new Entry(
                        ours.get(i),
                        values.get(2 * i).getValue(),
                        values.get(2 * i + 1).getValueOrElse("")))
                .toList();
    }

    private <T> T answer(Future<T> asked) {
        try {
            Duration until = link.clock().now().plus(config.times().timeout());
            return Waiting.on(asked, until, link.clock()::now);
        } catch (ExecutionException | TimeoutException e) {
            throw new StoreUnavailableException("list locks", e);
        }
    }
}
