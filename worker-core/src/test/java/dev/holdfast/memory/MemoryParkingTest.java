package dev.holdfast.memory;

import dev.holdfast.contract.ParkingContract;
import dev.holdfast.contract.StoreUnderTest;

class MemoryParkingTest extends ParkingContract {
    @Override
    protected StoreUnderTest open() {
        return new MemoryUnderTest();
    }
}
