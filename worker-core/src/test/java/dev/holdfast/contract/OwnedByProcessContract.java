package dev.holdfast.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.lease.FencingToken;
import dev.holdfast.lock.LockClaim;
import dev.holdfast.lock.LockKey;
import dev.holdfast.lock.Release;
import dev.holdfast.queue.Session.Will;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * What a lock store promises whose locks belong to a process and know neither ttl nor lease: claims, releases and fences
 * as everywhere, and no steals. That a lock ends with its process takes processes to show.
 */
public abstract class OwnedByProcessContract implements ClaimCases, ReleaseCases, FenceCases, RefusedStealCases {
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

    /** Neither frees such a lock while its process lives: a worker releases it before it settles, as here. */
    @Override
    @BothNamespaces
    public void the_fence_rises_through_the_end_of_a_job_and_of_a_session(LockKey key) {
        FencingToken last = new FencingToken(1);
        for (int round = 0; round < 3; round++) {
            Running running = scene().run();
            LockClaim claim = running.claim(key);
            FencingToken fence = take(claim);
            assertThat(fence).isGreaterThan(last);
            last = fence;
            running.complete();
            running.session().end(Will.STOPPED);
            assertHeld(key, fence);
            assertThat(claim.release()).isEqualTo(Release.RELEASED);
        }
    }
}
