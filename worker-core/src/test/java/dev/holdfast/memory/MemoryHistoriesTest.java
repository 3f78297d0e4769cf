package dev.holdfast.memory;

import dev.holdfast.histories.Histories;
import org.junit.jupiter.api.Test;

class MemoryHistoriesTest {
    @Test
    void whateverHappensNoJobIsLeasedTwiceAndNoneIsForgotten() throws InterruptedException {
        new Histories(MemoryHistoryStore::new).play(500);
    }
}
