package dev.holdfast.redis;

import dev.holdfast.contract.OwnTtlLockStoreContract;
import dev.holdfast.contract.StoreUnderTest;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class RedisLockStoreTest extends OwnTtlLockStoreContract {
    private static TestRedis redis;

    @BeforeAll
    static void startRedis() throws Exception {
        redis = TestRedis.start();
    }

    @AfterAll
    static void stopRedis() {
        redis.close();
    }

    @Override
    protected StoreUnderTest open() throws IOException {
        return new RedisUnderTest(redis);
    }
}
