package dev.holdfast.contract;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * What every queue promises: enqueueing, leases, settlements, sessions and their ends, cancels, effects, and what
 * people are shown. An implementation extends this class and opens a store.
 */
public abstract class JobQueueContract
        implements EnqueueCases,
                UniqueKeyCases,
                LeaseCases,
                SettleCases,
                FollowUpCases,
                SessionCases,
                ReapCases,
                SuspectCases,
                InspectorCases,
                EffectCases {
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
