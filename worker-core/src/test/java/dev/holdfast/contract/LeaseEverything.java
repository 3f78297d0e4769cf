package dev.holdfast.contract;

import dev.holdfast.lease.JobId;
import dev.holdfast.queue.LeasedJob;
import dev.holdfast.queue.Session;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

/** Leases in small batches under a session of its own until nothing is due. */
final class LeaseEverything implements Callable<List<JobId>> {
    private final Supplier<Session> sessions;

    LeaseEverything(Supplier<Session> sessions) {
        this.sessions = sessions;
    }

    @Override
    public List<JobId> call() {
        Session session = open();
        List<JobId> leased = new ArrayList<>();
        List<LeasedJob> batch;
        int number = 0;
        do {
            batch = session.lease(Scene.request(++number, 7, false)).jobs();
            batch.forEach(job -> leased.add(job.id()));
        } while (!batch.isEmpty());
        return leased;
    }

    /** A scene is used by one thread at a time. */
    private Session open() {
        synchronized (sessions) {
            return sessions.get();
        }
    }
}
