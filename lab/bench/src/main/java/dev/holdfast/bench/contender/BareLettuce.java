package dev.holdfast.bench.contender;

import io.lettuce.core.RedisClient;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** The limit of Redis locks: Lettuce and the two scripts of Holdfast's store, with nothing around them. */
public final class BareLettuce implements Contender {
    private static final String SCRIPTS = "/dev/holdfast/redis/";
    private static final String NEVER_LATE = "9000000000000000";

    private final RedisClient client;
    private final StatefulRedisConnection<String, String> connection;
    private String claim;
    private String release;

    public BareLettuce(String url, Map<String, String> settings) {
        client = RedisClient.create(url);
        connection = client.connect();
    }

    @Override
    public void prepare() throws IOException {
        claim = connection.sync().scriptLoad(script("claim"));
        release = connection.sync().scriptLoad(script("release"));
    }

    private static String script(String name) throws IOException {
        try (InputStream in = BareLettuce.class.getResourceAsStream(SCRIPTS + name + ".lua")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Override
    public Map<String, Double> locks(int threads, int seconds) throws InterruptedException {
        RedisCommands<String, String> redis = connection.sync();
        return new LockPairs(seconds).on(threads, key -> {
            String stem = "bare:{bench|" + key + "}";
            String[] keys = {stem + ":lock", stem + ":fence", stem + ":wanted"};
            String token = UUID.randomUUID().toString();
            expect(
                    "GRANTED",
                    redis.evalsha(
                            claim, ScriptOutputType.MULTI, keys, NEVER_LATE, token, "30000", "172800000", "bench"));
            expect("RELEASED", redis.evalsha(release, ScriptOutputType.MULTI, keys, NEVER_LATE, token));
        });
    }

    private static void expect(String word, List<Object> answer) {
        if (!word.equals(answer.get(1))) {
            throw new IllegalStateException("expected " + word + ", got " + answer);
        }
    }

    @Override
    public void close() {
        connection.close();
        client.shutdown();
    }
}
