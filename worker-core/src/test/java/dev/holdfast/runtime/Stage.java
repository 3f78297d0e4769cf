package dev.holdfast.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.job.Job;
import dev.holdfast.job.JobState;
import dev.holdfast.job.NewJob;
import dev.holdfast.lease.JobId;
import dev.holdfast.memory.ManualTime;
import dev.holdfast.memory.MemoryStore;
import dev.holdfast.plugin.Handlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Several workers on one store. Their threads run by themselves, but the time they all see passes when a test says so,
 * and in small steps, so that every worker has had its beats and looks before the next.
 */
final class Stage implements AutoCloseable {
    static final Duration TTL = Duration.ofSeconds(3);
    /** Shorter than what makes a reaper doubt its own watch. */
    private static final Duration STEP = Duration.ofMillis(500);
    /** Real time between two rounds. */
    private static final Duration PACE = Duration.ofMillis(10);

    static final WorkerConfig.Term TERM = new WorkerConfig.Term(TTL, PACE, Duration.ofMillis(800), PACE);

    final ManualTime time = new ManualTime();
    final MemoryStore store = new MemoryStore(time, time);
    private final List<Member> members = new ArrayList<>();

    /** A worker and its wire. */
    record Member(Rig rig, Wire wire) {
        /** The process is gone as far as anybody else can see. */
        void die() {
            wire.cut();
        }
    }

    static WorkerConfig config(int concurrency, int prefetch) {
        return new WorkerConfig(
                "stage",
                new WorkerConfig.Work(List.of("default"), concurrency, prefetch, PACE),
                TERM,
                ShutdownPlan.DEFAULTS);
    }

    Member join(Handlers handlers) throws InterruptedException {
        return join(config(4, 0), handlers);
    }

    Member join(WorkerConfig config, Handlers handlers) throws InterruptedException {
        Wire wire = new Wire(store);
        Member member = new Member(Rig.start(wire, config, handlers, time), wire);
        members.add(member);
        await().until(() -> member.rig().worker.session().isPresent());
        return member;
    }

    void add(Member member) {
        members.add(member);
    }

    JobId enqueue(NewJob job) {
        return store.queue().enqueue(job).id();
    }

    Job job(JobId id) {
        return store.jobs().show(id).orElseThrow();
    }

    boolean is(JobId id, JobState state) {
        return job(id).state() == state;
    }

    /** Time passes for everybody. */
    void pass(Duration whole) {
        Duration end = time.now().plus(whole);
        while (time.now().compareTo(end) < 0) {
            Duration left = end.minus(time.now());
            time.pass(left.compareTo(STEP) < 0 ? left : STEP);
            everybodyLooks();
        }
    }

    /** Time passes until it is so. */
    void passUntil(Duration longest, BooleanSupplier condition) {
        Duration end = time.now().plus(longest);
        while (!condition.getAsBoolean()) {
            assertThat(time.now()).as("in time").isLessThan(end);
            pass(STEP);
        }
    }

    /**
     * A look counts when it began after the time had passed: hence the second. Who is cut off sees nothing, and looks
     * less often.
     */
    private void everybodyLooks() {
        for (Member member : members) {
            if (member.wire().isCut()) {
                continue;
            }
            int looks = member.wire().asked("beats");
            int beats = member.wire().asked("heartbeat");
            await().pollInterval(Duration.ofMillis(2))
                    .until(() -> member.wire().asked("beats") >= looks + 2
                            && (member.wire().isHeldUp() || member.wire().asked("heartbeat") >= beats + 2));
        }
    }

    /** Whoever was cut off finds out; everybody stops. */
    @Override
    public void close() throws InterruptedException {
        for (Member member : members) {
            member.wire().heal();
            member.rig().worker.requestStop();
            member.rig().worker.requestStop();
        }
        for (Member member : members) {
            member.rig().worker.awaitStop();
        }
    }
}
