package dev.holdfast.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.job.NewJob;
import dev.holdfast.queue.LeaseRequest;
import dev.holdfast.queue.LeasedJob;
import dev.holdfast.queue.Settlement.Ending;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Jobs that are stored with the settlement of another. */
interface FollowUpCases extends OnScene {
    @Test
    default void follow_ups_are_stored_with_the_settlement_that_carries_them() {
        Running running = scene().run();
        NewJob next = NewJob.ofJson(Scene.KIND, "{\"next\":1}").withQueue("next");

        running.settle(new Ending.Completed("reviewed", List.of(next, next)));

        assertThat(leaseFrom("next")).hasSize(2);
    }

    private List<LeasedJob> leaseFrom(String queue) {
        return scene().openSession()
                .lease(new LeaseRequest(scene().nextLeaseNumber(), List.of(queue), Set.of(Scene.KIND), 10, false))
                .jobs();
    }

    @Test
    default void follow_ups_of_a_lost_attempt_are_not_stored() {
        Running running = scene().run();
        running.crash();

        running.settle(new Ending.Completed("late", List.of(Scene.job().withQueue("next"))));

        assertThat(leaseFrom("next")).isEmpty();
    }

    @Test
    default void a_follow_up_of_the_jobs_own_key_is_not_lost() {
        scene().enqueue(Scene.keyed("{\"page\":1}"));
        Running first = scene().runNext();

        first.settle(new Ending.Completed("page 1", List.of(Scene.keyed("{\"page\":2}"))));

        assertThat(Json.of(scene().runNext().job().payload())).isEqualTo(Json.of("{\"page\":2}"));
    }
}
