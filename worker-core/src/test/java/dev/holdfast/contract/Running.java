package dev.holdfast.contract;

import dev.holdfast.lease.JobId;
import dev.holdfast.lock.LockClaim;
import dev.holdfast.lock.LockKey;
import dev.holdfast.lock.Owner;
import dev.holdfast.queue.LeasedJob;
import dev.holdfast.queue.Session;
import dev.holdfast.queue.Settled;
import dev.holdfast.queue.Settlement;
import dev.holdfast.queue.Settlement.Ending;
import java.util.List;

/** A job that runs in a session. */
record Running(Scene scene, Session session, LeasedJob job) {
    JobId id() {
        return job.id();
    }

    Settlement ending(Ending ending) {
        return new Settlement(job.id(), job.lease(), ending);
    }

    Settled settle(Ending ending) {
        return session.settle(List.of(ending(ending)));
    }

    Settled complete() {
        return settle(new Ending.Completed("done", List.of()));
    }

    Owner newOwner() {
        return Owner.of(job.lease(), job.id());
    }

    /** A new claim of this attempt's; nothing is asked yet. */
    LockClaim claim(LockKey key) {
        return scene.store().locks().claim(key, newOwner());
    }

    void crash() {
        scene.crash(session);
    }
}
