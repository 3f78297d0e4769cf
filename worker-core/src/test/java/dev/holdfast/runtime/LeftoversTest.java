package dev.holdfast.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.event.WorkerEvent;
import dev.holdfast.lease.SessionId;
import dev.holdfast.lock.LockCare;
import dev.holdfast.lock.LockKey;
import dev.holdfast.lock.LockLeftovers;
import dev.holdfast.lock.LockStoreGuard;
import dev.holdfast.memory.MemoryStore;
import dev.holdfast.plugin.Handlers;
import dev.holdfast.queue.Session;
import dev.holdfast.queue.SessionInfo;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

/** What the start of a worker, and the end of a peer, free in a store whose locks outlive their sessions. */
class LeftoversTest implements LockLeftovers {
    private static final LockKey LIVE = key("live");
    private static final LockKey ENDED = key("ended");
    private static final LockKey FUTURE = key("future");
    private static final LockKey FOREIGN = key("foreign");
    private static final LockKey UNSIGNED = key("unsigned");

    private final Wire wire = new Wire(new MemoryStore());
    private final String own = wire.store().sessions().deployment();
    private final Map<LockKey, Leftover> there = new ConcurrentHashMap<>();
    private final Set<LockKey> takenAgain = ConcurrentHashMap.newKeySet();
    private final Session ended = open("ended");

    private static LockKey key(String name) {
        return new LockKey("pr-actuation", "owner/" + name);
    }

    private Session open(String name) {
        SessionInfo.ProcessInfo process = new SessionInfo.ProcessInfo("localhost", 1, "0", "test");
        return wire.store()
                .sessions()
                .open(new SessionInfo(name, process, Set.of(), Duration.ofMinutes(5), Duration.ofMinutes(1)));
    }

    private void put(LockKey key, String deployment, SessionId session) {
        there.put(key, new Leftover(key, "token of " + key, Optional.of(new Origin(deployment, session))));
    }

    @Override
    public List<Leftover> list(int limit) {
        return List.copyOf(there.values());
    }

    @Override
    public boolean remove(Leftover found) {
        return !takenAgain.contains(found.key()) && there.remove(found.key(), found);
    }

    private void putOneOfEach(Session live) {
        ended.end(Session.Will.STOPPED);
        put(LIVE, own, live.id());
        put(ENDED, own, ended.id());
        put(FUTURE, own, new SessionId(1_000_000));
        put(FOREIGN, "another deployment", ended.id());
        there.put(UNSIGNED, new Leftover(UNSIGNED, "torn", Optional.empty()));
    }

    private Rig start(WorkerConfig config) {
        LockCare care = new LockCare(LockStoreGuard.NONE, this, LockCare.LONGEST);
        Stores stores = wire.stores();
        return Rig.start(
                wire, new Stores(stores.sessions(), stores.locks(), stores.effects(), care), config, new Handlers());
    }

    @Test
    void case_42_a_boot_frees_only_what_a_session_left_that_is_known_to_have_ended() throws Exception {
        putOneOfEach(open("live"));

        try (Rig rig = start(Rig.config())) {
            assertThat(rig.await(WorkerEvent.LeftoverReleased.class))
                    .isEqualTo(new WorkerEvent.LeftoverReleased(ENDED, Optional.of(ended.id())));
        }

        assertThat(there).containsOnlyKeys(LIVE, FUTURE, FOREIGN, UNSIGNED);
    }

    @Test
    void case_42_the_boot_of_a_single_instance_frees_what_nobody_signed_and_still_nothing_of_another_deployment()
            throws Exception {
        Session was = open("was live");
        putOneOfEach(was);
        was.end(Session.Will.STOPPED);

        try (Rig rig = start(Rig.config().asSingleInstance())) {
            rig.awaitTold(
                    WorkerEvent.LeftoverReleased.class, freed -> freed.key().equals(UNSIGNED));
            await().until(() -> there.size() == 2);
        }

        assertThat(there).containsOnlyKeys(FUTURE, FOREIGN);
    }

    @Test
    void whatWasTakenAgainSinceItWasListedIsNotFreed() throws Exception {
        putOneOfEach(open("live"));
        takenAgain.add(ENDED);
        put(key("other"), own, ended.id());

        try (Rig rig = start(Rig.config())) {
            rig.await(WorkerEvent.LeftoverReleased.class);
        }

        assertThat(there).containsKey(ENDED).doesNotContainKey(key("other"));
    }

    @Test
    void whatAPeerLeftIsFreedWhenItsSessionIsReaped() throws Exception {
        SessionInfo.ProcessInfo process = new SessionInfo.ProcessInfo("localhost", 1, "0", "test");
        Session dead = wire.store()
                .sessions()
                .open(new SessionInfo("dead", process, Set.of(), Duration.ofMillis(300), Duration.ofMinutes(1)));
        put(LIVE, own, dead.id());
        there.put(UNSIGNED, new Leftover(UNSIGNED, "torn", Optional.empty()));

        try (Rig rig = start(Rig.config())) {
            rig.await(WorkerEvent.SessionReaped.class);
            rig.await(WorkerEvent.LeftoverReleased.class);
        }

        assertThat(there).containsOnlyKeys(UNSIGNED);
    }

    @Test
    void aLookThatFailedIsTakenAgain() throws Exception {
        putOneOfEach(open("live"));
        wire.before("ended", Wire.once(Wire.losing("ended")));

        try (Rig rig = start(Rig.config())) {
            rig.await(WorkerEvent.RoundFailed.class);
            rig.await(WorkerEvent.LeftoverReleased.class);
        }
    }
}
