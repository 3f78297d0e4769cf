package dev.holdfast.pg;

import dev.holdfast.job.NewJob;
import dev.holdfast.lease.Ticker;
import dev.holdfast.queue.LeaseRequest;
import dev.holdfast.queue.LeasedJob;
import dev.holdfast.queue.Session;
import dev.holdfast.queue.SessionBeat;
import dev.holdfast.queue.SessionInfo;
import dev.holdfast.queue.Settled;
import dev.holdfast.queue.Settlement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/** A store over one database, and the words in which these tests speak to it. Thread-safe but for its end. */
final class PgScene implements AutoCloseable {
    static final String KIND = "work";

    /** What surely fits into one statement's time, which goes by the short ttl of the tests. */
    private static final int MOST_AT_ONCE = 2_000;

    private static final SessionInfo.ProcessInfo PROCESS = new SessionInfo.ProcessInfo("localhost", 1, "0", "test");

    private final TestDatabase database;
    private final PgStore store;
    private final List<Session> opened = Collections.synchronizedList(new ArrayList<>());
    private final AtomicInteger leaseNumber = new AtomicInteger();

    PgScene(TestDatabase database) {
        this(database, database.config(), Ticker.system());
    }

    PgScene(TestDatabase database, PgConfig config, Ticker ticker) {
        this.database = database;
        this.store = PgStore.open(config, ticker);
    }

    TestDatabase database() {
        return database;
    }

    PgStore store() {
        return store;
    }

    Session openSession() {
        SessionInfo info = new SessionInfo("scene", PROCESS, Set.of(KIND), TestDatabase.TTL, Duration.ofSeconds(60));
        Session session = store.sessions().open(info);
        opened.add(session);
        return session;
    }

    static NewJob job() {
        return NewJob.ofJson(KIND, "{}");
    }

    void enqueue(int jobs) {
        for (int left = jobs; left > 0; left -= MOST_AT_ONCE) {
            store.queue().enqueue(Collections.nCopies(Math.min(left, MOST_AT_ONCE), job()));
        }
    }

    LeaseRequest request(int limit) {
        return new LeaseRequest(
                leaseNumber.incrementAndGet(), List.of(NewJob.DEFAULT_QUEUE), Set.of(KIND), limit, false);
    }

    List<LeasedJob> lease(Session session, int limit) {
        return session.lease(request(limit)).jobs();
    }

    LeasedJob leaseOne(Session session) {
        return lease(session, 1).get(0);
    }

    /** A new job, leased. */
    LeasedJob run(Session session) {
        store.queue().enqueue(job().withPriority(0));
        return leaseOne(session);
    }

    static Settlement ending(LeasedJob job, Settlement.Ending ending) {
        return new Settlement(job.id(), job.lease(), ending);
    }

    static Settlement done(LeasedJob job) {
        return ending(job, new Settlement.Ending.Completed("done", List.of()));
    }

    static Settled complete(Session session, List<LeasedJob> jobs) {
        return session.settle(jobs.stream().map(PgScene::done).toList());
    }

    SessionBeat seen(Session session) {
        return store.sessions().beats().stream()
                .filter(beat -> beat.session().equals(session.id()))
                .findFirst()
                .orElseThrow();
    }

    void crash(Session session) {
        if (store.sessions().reap(seen(session)).isEmpty()) {
            throw new AssertionError(session.id() + " moved on");
        }
    }

    @Override
    public void close() {
        opened.forEach(Session::close);
        store.close();
    }
}
