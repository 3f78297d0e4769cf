package dev.holdfast.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.holdfast.job.NewJob;
import dev.holdfast.lock.Acquisition;
import dev.holdfast.lock.LockClaim;
import dev.holdfast.lock.LockKey;
import dev.holdfast.lock.Owner;
import dev.holdfast.lock.Release;
import dev.holdfast.lock.Renewal;
import dev.holdfast.lock.Steal;
import dev.holdfast.memory.MemoryStore.Fault;
import dev.holdfast.queue.LeaseRequest;
import dev.holdfast.queue.LeasedJob;
import dev.holdfast.queue.Session;
import dev.holdfast.queue.SessionInfo;
import dev.holdfast.queue.StoreUnavailableException;
import dev.holdfast.queue.Wake;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;

class MemoryStoreTest {
    private static final Duration TTL = Duration.ofSeconds(20);
    private static final LockKey KEY = new LockKey("pr-actuation", "owner/repo#7");

    private final ManualTime time = new ManualTime();
    private final MemoryStore store = new MemoryStore(time, time);
    private final Session session = store.sessions()
            .open(new SessionInfo(
                    "test",
                    new SessionInfo.ProcessInfo("localhost", 1, "0", "test"),
                    Set.of("work"),
                    TTL,
                    Duration.ofSeconds(60)));

    private List<LeasedJob> lease(int number) {
        return session.lease(new LeaseRequest(number, List.of("default"), Set.of("work"), 10, false))
                .jobs();
    }

    private LockClaim claim() {
        return store.locks().claim(KEY, Owner.of(session.id()));
    }

    private Renewal renew(LockClaim claim) {
        return store.locks().renewAll(List.of(claim)).get(claim);
    }

    @Test
    void an_unreachable_store_does_nothing() {
        store.fail(Fault.UNREACHABLE);
        assertThatThrownBy(() -> store.queue().enqueue(NewJob.ofJson("work", "{}")))
                .isInstanceOf(StoreUnavailableException.class);
        assertThatThrownBy(session::heartbeat).isInstanceOf(StoreUnavailableException.class);
        assertThat(claim().tryAcquire()).isInstanceOf(Acquisition.Unknown.class);
        assertThat(renew(claim())).isInstanceOf(Renewal.Unknown.class);

        store.fail(Fault.NONE);

        assertThat(lease(1)).isEmpty();
        assertThat(store.lockInspector().list(10)).isEmpty();
    }

    @Test
    void a_lost_reply_leaves_its_effect_behind_and_asking_again_finds_it() {
        store.queue().enqueue(NewJob.ofJson("work", "{}"));
        LockClaim claim = claim();
        store.fail(Fault.REPLY_LOST);
        assertThatThrownBy(() -> lease(1)).isInstanceOf(StoreUnavailableException.class);
        assertThat(claim.tryAcquire()).isInstanceOf(Acquisition.Unknown.class);

        store.fail(Fault.NONE);

        assertThat(lease(1)).hasSize(1).isEqualTo(lease(1));
        assertThat(store.lockInspector().list(10)).hasSize(1);
        assertThat(claim.release()).isEqualTo(Release.RELEASED);
    }

    @Test
    void a_lost_reply_to_a_release_has_released() {
        LockClaim claim = claim();
        claim.tryAcquire();
        store.fail(Fault.REPLY_LOST);
        assertThat(claim.release()).isEqualTo(Release.UNKNOWN);
        store.fail(Fault.NONE);

        assertThat(claim.release()).isEqualTo(Release.NOT_MINE);
        assertThat(store.lockInspector().list(10)).isEmpty();
    }

    @Test
    void locks_live_for_the_ttl_of_the_session_they_ride_on() {
        LockClaim claim = claim();

        assertThat(store.locks().ttl()).isEqualTo(TTL);
        assertThat(((Acquisition.Granted) claim.tryAcquire()).validity()).isEqualTo(TTL);
        assertThat(renew(claim)).isEqualTo(new Renewal.Renewed(TTL));
        time.pass(TTL.multipliedBy(10));
        assertThat(renew(claim)).isEqualTo(new Renewal.Renewed(TTL));
    }

    @Test
    void case_30_a_renewal_tells_a_victim_at_once() {
        LockClaim victim = claim();
        victim.tryAcquire();
        claim().steal(new Steal("it hangs", Steal.Mode.NOW));

        assertThat(renew(victim)).isInstanceOf(Renewal.Lost.class);
    }

    @Test
    void case_12_fences_rise_although_the_wall_clock_steps_back() {
        LockClaim first = claim();
        var before = ((Acquisition.Granted) first.tryAcquire()).fence();
        first.release();
        time.step(Duration.ofHours(-1));

        assertThat(((Acquisition.Granted) claim().tryAcquire()).fence()).isGreaterThan(before);
    }

    @Test
    void case_12_a_thief_waits_by_a_clock_that_does_not_step() {
        claim().tryAcquire();
        LockClaim thief = claim();
        Steal politely = new Steal("forced re-run", Steal.Mode.REVOKE);
        thief.steal(politely);
        time.step(Duration.ofHours(1));
        assertThat(thief.steal(politely)).isInstanceOf(Acquisition.Busy.class);

        time.pass(TTL.minusMillis(1));
        assertThat(thief.steal(politely)).isInstanceOf(Acquisition.Busy.class);

        time.pass(Duration.ofMillis(1));
        assertThat(thief.steal(politely)).isInstanceOf(Acquisition.Granted.class);
    }

    @Test
    void a_session_that_was_closed_beats_no_more() {
        session.close();

        assertThatThrownBy(session::heartbeat).isInstanceOf(StoreUnavailableException.class);
    }

    @Test
    void a_wake_listener_that_throws_hears_the_next_hint_and_a_closed_one_none() throws Exception {
        Queue<Wake> heard = new ConcurrentLinkedQueue<>();
        Queue<Wake> others = new ConcurrentLinkedQueue<>();
        AutoCloseable subscription = store.sessions().onWake(wake -> {
            heard.add(wake);
            throw new IllegalStateException("listener");
        });
        try (AutoCloseable other = store.sessions().onWake(others::add)) {
            store.queue().enqueue(NewJob.ofJson("work", "{}"));
            store.queue().enqueue(NewJob.ofJson("work", "{}"));
            await().until(() -> heard.size() == 2);

            subscription.close();
            store.queue().enqueue(NewJob.ofJson("work", "{}"));
            await().until(() -> others.size() == 3);
            assertThat(heard).hasSize(2);
        }
    }
}
