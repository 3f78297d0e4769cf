package dev.holdfast.contract;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * What every lock store promises whose locks have a ttl of their own: all of {@link LockStoreContract} but what follows
 * from a lock being a row beside its job. An implementation extends this class and opens a store.
 */
public abstract class OwnTtlLockStoreContract
        implements ClaimCases, ReleaseCases, FenceCases, StealCases, OperatorStealCases, PermitCases {
    private Scene scene;

    /** Opens an empty store. */
    protected abstract StoreUnderTest open() throws Exception;

    @BeforeEach
    final void openScene() throws Exception {
        scene = new Scene(open());
    }

    @AfterEach
    final void closeScene() {
        scene.close();
    }

    @Override
    public final Scene scene() {
        return scene;
    }
}
