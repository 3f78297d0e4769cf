package dev.holdfast.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.lease.FencingToken;
import dev.holdfast.lock.Acquisition;
import dev.holdfast.lock.LockClaim;
import dev.holdfast.lock.LockKey;
import dev.holdfast.lock.Release;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Permits: n slots, each a lock like any other. */
interface PermitCases extends LockScene {
    LockKey THREE = LockKey.permits("reviews", "installation-7", 3);

    @Test
    default void as_many_attempts_hold_permits_as_there_are_and_one_more_is_refused() {
        for (int slot = 1; slot <= 3; slot++) {
            FencingToken fence = take(scene().run().claim(THREE.slot(slot)));
            assertHeld(THREE.slot(slot), fence);
        }

        Running late = scene().run();
        for (int slot = 1; slot <= 3; slot++) {
            assertThat(late.claim(THREE.slot(slot)).tryAcquire()).isInstanceOf(Acquisition.Busy.class);
        }
    }

    @Test
    default void a_permit_that_is_given_back_is_granted_again_under_a_higher_fence() {
        LockClaim first = scene().run().claim(THREE.slot(2));
        FencingToken fence = take(first);
        assertThat(first.release()).isEqualTo(Release.RELEASED);

        assertThat(take(scene().run().claim(THREE.slot(2)))).isGreaterThan(fence);
        assertThat(first.release()).isEqualTo(Release.NOT_MINE);
    }

    @Test
    default void permits_are_apart_from_the_lock_of_the_same_name() {
        take(scene().run().claim(new LockKey(THREE.namespace(), THREE.name())));

        take(scene().run().claim(THREE.slot(1)));
    }

    @Test
    default void of_many_that_ask_at_once_as_many_are_granted_as_there_are_permits() {
        List<Running> rivals =
                IntStream.range(0, 8).mapToObj(i -> scene().run()).toList();
        var next = rivals.iterator();

        List<LockKey> granted = Together.run(rivals.size(), () -> {
            Running rival;
            synchronized (next) {
                rival = next.next();
            }
            return anySlot(rival);
        });

        assertThat(granted.stream().filter(Objects::nonNull)).hasSize(3).doesNotHaveDuplicates();
    }

    private static LockKey anySlot(Running rival) {
        for (int i = 0; i < 3; i++) {
            LockKey slot = THREE.slot((int) ((rival.id().value() + i) % 3) + 1);
            if (rival.claim(slot).tryAcquire() instanceof Acquisition.Granted) {
                return slot;
            }
        }
        return null;
    }
}
