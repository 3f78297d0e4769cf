package dev.holdfast.bench.peers;

import dev.holdfast.bench.contender.Contender;
import dev.holdfast.bench.contender.LockPairs;
import java.util.Map;
import org.redisson.Redisson;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** Redisson's lock with its watchdog, by {@code tryLock()} and {@code unlock()}. */
public final class RedissonContender implements Contender {
    private final RedissonClient client;

    public RedissonContender(String url, Map<String, String> settings) {
        Config config = new Config();
        config.useSingleServer().setAddress(url);
        client = Redisson.create(config);
    }

    @Override
    public Map<String, Double> locks(int threads, int seconds) throws Exception {
        return new LockPairs(seconds).on(threads, key -> {
            RLock lock = client.getLock(key);
            if (!lock.tryLock()) {
                throw new IllegalStateException(key + " is taken");
            }
            lock.unlock();
        });
    }

    @Override
    public void close() {
        client.shutdown();
    }
}
