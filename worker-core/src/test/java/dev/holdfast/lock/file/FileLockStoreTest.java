package dev.holdfast.lock.file;

import dev.holdfast.contract.OwnedByProcessContract;
import dev.holdfast.contract.StoreUnderTest;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** The contract of every lock store, as far as it is about locks that a process owns. */
class FileLockStoreTest extends OwnedByProcessContract {
    @TempDir
    Path directory;

    @Override
    protected StoreUnderTest open() {
        return new FileUnderTest(directory);
    }
}
