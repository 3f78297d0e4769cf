package dev.holdfast.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.contract.BothNamespaces;
import dev.holdfast.event.WorkerEvent;
import dev.holdfast.job.JobState;
import dev.holdfast.job.NewJob;
import dev.holdfast.job.Outcome;
import dev.holdfast.lease.JobId;
import dev.holdfast.lock.Acquisition;
import dev.holdfast.lock.HeldLock;
import dev.holdfast.lock.LockKey;
import dev.holdfast.lock.LockPolicy;
import dev.holdfast.memory.MemoryStore;
import dev.holdfast.plugin.Handlers;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** A lock store that nobody has proven: it is never asked, whatever the lock's policy, and the work runs. */
class UnprobedTest {
    private final Wire wire = new Wire(new MemoryStore());
    private final List<HeldLock> held = new CopyOnWriteArrayList<>();
    private final List<Acquisition> answers = new CopyOnWriteArrayList<>();

    private Rig start(Handlers handlers) {
        return Rig.start(wire, wire.stores().unprobed(), handlers);
    }

    private void assertNeverAsked() {
        for (String request : List.of("claim", "renew", "release", "steal", "shorten")) {
            assertThat(wire.asked(request)).as(request).isZero();
        }
        assertThat(wire.store().lockInspector().list(10)).isEmpty();
    }

    @BothNamespaces
    void case_46_a_store_never_probed_is_not_asked_and_that_precedes_defer(LockKey key) throws Exception {
        Handlers handlers = new Handlers().handle("work", Map.class, (payload, attempt) -> {
            held.add(attempt.lock(key, LockPolicy.DEFER));
            assertThat(attempt.held(key)).isPresent();
            return Outcome.complete("done");
        });
        try (Rig rig = start(handlers)) {
            JobId id = rig.enqueue(NewJob.of("work", Map.of()));

            assertThat(rig.awaitFinal(id).state()).isEqualTo(JobState.COMPLETED);

            assertThat(held).singleElement().satisfies(lock -> {
                assertThat(lock.fence()).isEmpty();
                assertThat(lock.isHeld()).isFalse();
                assertThat(lock.remaining()).isZero();
            });
            assertThat(rig.all(WorkerEvent.LockUnguarded.class)).singleElement().satisfies(told -> {
                assertThat(told.key()).isEqualTo(key);
                assertThat(told.job()).isEqualTo(id);
                assertThat(told.reason()).contains("memory", "never probed");
            });
            assertThat(rig.all(WorkerEvent.LockGranted.class)).isEmpty();
            assertThat(rig.worker.health().ready()).isTrue();
            assertThat(rig.worker.health().notes())
                    .anySatisfy(note -> assertThat(note).contains("never probed"))
                    .anySatisfy(note -> assertThat(note).contains("1 locks' work ran unguarded"));
        }
        assertNeverAsked();
    }

    @BothNamespaces
    void case_46_a_try_and_a_steal_are_answered_unguarded_as_well(LockKey key) throws Exception {
        Handlers handlers = new Handlers().handle("work", Map.class, (payload, attempt) -> {
            answers.add(attempt.tryLock(key));
            attempt.held(key).orElseThrow().close();
            held.add(attempt.steal(key, "a rerun"));
            return Outcome.complete();
        });
        try (Rig rig = start(handlers)) {
            rig.awaitFinal(rig.enqueue(NewJob.of("work", Map.of())));

            assertThat(answers).singleElement().isInstanceOf(Acquisition.Unguarded.class);
            assertThat(held)
                    .singleElement()
                    .satisfies(lock -> assertThat(lock.fence()).isEmpty());
            assertThat(rig.all(WorkerEvent.LockUnguarded.class)).hasSize(2);
            assertThat(rig.all(WorkerEvent.LockStolen.class)).isEmpty();
        }
        assertNeverAsked();
    }

    @BothNamespaces
    void case_45_the_release_of_a_claim_that_was_never_asked_for_unregisters_nobody(LockKey key) throws Exception {
        LockKey other = new LockKey("other", "owner/repo#1");
        Handlers handlers = new Handlers().handle("work", Map.class, (payload, attempt) -> {
            HeldLock stays = attempt.lock(other);
            HeldLock goes = attempt.lock(key);
            goes.close();
            goes.close();
            assertThat(attempt.held(other)).containsSame(stays);
            assertThat(attempt.held(key)).isEmpty();
            return Outcome.complete();
        });
        try (Rig rig = start(handlers)) {
            assertThat(rig.awaitFinal(rig.enqueue(NewJob.of("work", Map.of()))).state())
                    .isEqualTo(JobState.COMPLETED);
        }
        assertNeverAsked();
    }
}
