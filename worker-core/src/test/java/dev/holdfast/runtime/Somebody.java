package dev.holdfast.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.lock.Acquisition;
import dev.holdfast.lock.LockClaim;
import dev.holdfast.lock.LockKey;
import dev.holdfast.lock.Owner;
import dev.holdfast.memory.MemoryStore;
import dev.holdfast.queue.Session;
import dev.holdfast.queue.SessionInfo;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** Locks that somebody else holds: a session of its own. */
final class Somebody {
    private static final SessionInfo INFO = new SessionInfo(
            "somebody else", ThisProcess.info(), Set.of(), Duration.ofSeconds(30), Duration.ofSeconds(60));

    private final Map<LockKey, LockClaim> claims = new HashMap<>();
    private Session session;

    void take(MemoryStore store, LockKey key) {
        if (session == null) {
            session = store.sessions().open(INFO);
        }
        LockClaim claim = store.locks().claim(key, Owner.of(session.id()));
        assertThat(claim.tryAcquire()).isInstanceOf(Acquisition.Granted.class);
        claims.put(key, claim);
    }

    void release(LockKey key) {
        claims.remove(key).release();
    }
}
