package dev.holdfast.memory;

import dev.holdfast.contract.JobQueueContract;
import dev.holdfast.contract.StoreUnderTest;

class MemoryJobQueueTest extends JobQueueContract {
    @Override
    protected StoreUnderTest open() {
        return new MemoryUnderTest();
    }
}
