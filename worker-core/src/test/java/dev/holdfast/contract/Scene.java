package dev.holdfast.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.job.Job;
import dev.holdfast.job.NewJob;
import dev.holdfast.lease.JobId;
import dev.holdfast.queue.LeaseRequest;
import dev.holdfast.queue.LeasedJob;
import dev.holdfast.queue.Session;
import dev.holdfast.queue.SessionBeat;
import dev.holdfast.queue.SessionInfo;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/** One test's store, and the words in which the suites speak to it. Used by one thread, but for sessions and leases. */
public final class Scene implements AutoCloseable {
    static final String KIND = "work";

    private static final SessionInfo.ProcessInfo PROCESS = new SessionInfo.ProcessInfo("localhost", 1, "0", "test");

    private final StoreUnderTest store;
    private final List<Session> opened = Collections.synchronizedList(new ArrayList<>());
    private final AtomicInteger leaseNumber = new AtomicInteger();

    Scene(StoreUnderTest store) {
        this.store = store;
    }

    StoreUnderTest store() {
        return store;
    }

    Session openSession() {
        SessionInfo info = new SessionInfo("contract", PROCESS, Set.of(KIND), store.ttl(), Duration.ofSeconds(60));
        Session session = store.sessions().open(info);
        opened.add(session);
        return session;
    }

    Session lastOpened() {
        return opened.get(opened.size() - 1);
    }

    /** A job of {@link #KIND} in the default queue, due now. */
    static NewJob job() {
        return NewJob.ofJson(KIND, "{}");
    }

    static NewJob keyed(String payload) {
        return NewJob.ofJson(KIND, payload).withUniqueKey("pr/7");
    }

    JobId enqueue(NewJob job) {
        return store.queue().enqueue(job).id();
    }

    int nextLeaseNumber() {
        return leaseNumber.incrementAndGet();
    }

    /** Leases what is due in the default queue. */
    List<LeasedJob> lease(Session session, int limit) {
        return session.lease(request(nextLeaseNumber(), limit, false)).jobs();
    }

    LeasedJob leaseOne(Session session) {
        List<LeasedJob> jobs = lease(session, 1);
        assertThat(jobs).as("due jobs").hasSize(1);
        return jobs.get(0);
    }

    List<LeasedJob> leaseSuspects(Session session, int limit) {
        return session.lease(request(nextLeaseNumber(), limit, true)).jobs();
    }

    static LeaseRequest request(int number, int limit, boolean suspect) {
        return new LeaseRequest(number, List.of(NewJob.DEFAULT_QUEUE), Set.of(KIND), limit, suspect);
    }

    /** A new job, running in a new session. */
    Running run() {
        return run(openSession());
    }

    /** A new job, running in this session. */
    Running run(Session session) {
        JobId id = enqueue(job().withPriority(0));
        LeasedJob leased = leaseOne(session);
        assertThat(leased.id()).isEqualTo(id);
        return new Running(this, session, leased);
    }

    /** Runs the next due job in a new session. */
    Running runNext() {
        Session session = openSession();
        return new Running(this, session, leaseOne(session));
    }

    /** Runs the next due suspect in a new session. */
    Running runNextSuspect() {
        Session session = openSession();
        List<LeasedJob> suspects = leaseSuspects(session, 1);
        assertThat(suspects).as("due suspects").hasSize(1);
        return new Running(this, session, suspects.get(0));
    }

    Job show(JobId id) {
        return store.jobs().show(id).orElseThrow();
    }

    SessionBeat seen(Session session) {
        return store.sessions().beats().stream()
                .filter(beat -> beat.session().equals(session.id()))
                .findFirst()
                .orElseThrow();
    }

    /** The session's process dies, and a peer notices. */
    void crash(Session session) {
        assertThat(store.sessions().reap(seen(session))).isPresent();
    }

    @Override
    public void close() {
        opened.forEach(Session::close);
        store.close();
    }
}
