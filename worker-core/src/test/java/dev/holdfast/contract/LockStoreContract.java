package dev.holdfast.contract;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * What every lock store promises whose locks are rows beside the jobs: claims, releases, fences, steals, and the end
 * of a lock with its lease. Cases run over both namespaces in use. An implementation extends this class and opens a
 * store; one whose locks have a ttl of their own extends {@link OwnTtlLockStoreContract}.
 */
public abstract class LockStoreContract
        implements ClaimCases,
                ReleaseCases,
                FenceCases,
                StealCases,
                OperatorStealCases,
                PermitCases,
                LeaseBoundCases,
                HeldRowCases {
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
