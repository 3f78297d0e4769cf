package dev.holdfast.redis;

import dev.holdfast.contract.StoreUnderTest;
import dev.holdfast.lock.LockInspector;
import dev.holdfast.lock.LockStore;
import dev.holdfast.memory.MemoryStore;
import dev.holdfast.queue.EffectLog;
import dev.holdfast.queue.JobInspector;
import dev.holdfast.queue.JobQueue;
import dev.holdfast.queue.Sessions;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Redis as the suites use it: emptied for each test, reached through a proxy; the queue is in memory. */
final class RedisUnderTest implements StoreUnderTest {
    private final MemoryStore queue = new MemoryStore();
    private final TestRedis redis;
    private final FaultProxy proxy;
    private final RedisLockStore direct;
    private final RedisLockStore throughProxy;

    RedisUnderTest(TestRedis redis) throws IOException {
        this.redis = redis;
        redis.redis().flushall();
        proxy = new FaultProxy(redis.server.port());
        direct = TestRedis.open(redis.config(ttl()));
        throughProxy = TestRedis.open(TestRedis.config(proxy.url(), ttl()));
    }

    @Override
    public JobQueue queue() {
        return queue.queue();
    }

    @Override
    public Sessions sessions() {
        return queue.sessions();
    }

    @Override
    public LockStore locks() {
        return throughProxy.locks();
    }

    @Override
    public EffectLog effects() {
        return queue.effects();
    }

    @Override
    public JobInspector jobs() {
        return queue.jobs();
    }

    @Override
    public LockInspector lockInspector() {
        return direct.inspector();
    }

    @Override
    public void whileUnreachable(Runnable action) {
        proxy.refuse();
        try {
            action.run();
        } finally {
            proxy.heal();
        }
    }

    /** As if the fences of free keys had lived as long as they may. */
    @Override
    public void prune() {
        for (String fence : redis.redis().keys("*:fence")) {
            String lock = fence.substring(0, fence.length() - "fence".length()) + "lock";
            if (redis.redis().exists(lock) == 0) {
                redis.redis().del(fence);
            }
        }
    }

    @Override
    public void close() {
        throughProxy.close();
        direct.close();
        try {
            proxy.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
