package dev.holdfast.memory;

import dev.holdfast.contract.LockStoreContract;
import dev.holdfast.contract.StoreUnderTest;

class MemoryLockStoreTest extends LockStoreContract {
    @Override
    protected StoreUnderTest open() {
        return new MemoryUnderTest();
    }
}
