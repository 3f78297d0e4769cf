package dev.holdfast.pg;

import dev.holdfast.job.NewJob;
import dev.holdfast.lease.JobId;
import dev.holdfast.lock.Acquisition;
import dev.holdfast.lock.LockClaim;
import dev.holdfast.lock.LockKey;
import dev.holdfast.lock.Owner;
import dev.holdfast.lock.Steal;
import dev.holdfast.queue.Enqueued;
import dev.holdfast.queue.LeaseRequest;
import dev.holdfast.queue.LeasedJob;
import dev.holdfast.queue.Session;
import dev.holdfast.queue.Settlement;
import dev.holdfast.queue.Settlement.Ending;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * The threads of a torture, and what they saw go wrong. Each request carries a number of its own as a property of its
 * payload, which folding keeps, so that in the end every number must be in the payload of some round that ended.
 */
final class Torture {
    private static final int LOCKS = 4;
    private static final int KEYS = 5;
    private static final int SETTLED_PER_CANCEL = 15;
    /** More than ever run at once; then producers wait for workers. */
    private static final int MOST_WAITING = 300;

    static final int LEAST_GRANTS = 100;

    private final PgScene scene;
    private final long endsAt;
    private final AtomicInteger requests = new AtomicInteger();
    private final AtomicInteger settled = new AtomicInteger();
    private final Set<JobId> inserted = ConcurrentHashMap.newKeySet();
    /** Follow-ups of attempts whose settlement was not accepted. */
    private final Set<Integer> withdrawn = ConcurrentHashMap.newKeySet();

    private final LockWitness witness = new LockWitness();
    private final Set<Session> dead = ConcurrentHashMap.newKeySet();

    Torture(PgScene scene, Duration run) {
        this.scene = scene;
        this.endsAt = System.nanoTime() + run.toNanos();
    }

    /** On a slow machine until there was enough to see. */
    private boolean goesOn() {
        return System.nanoTime() < endsAt || witness.grants() <= LEAST_GRANTS;
    }

    Callable<Void> producer(Random random) {
        return () -> {
            while (goesOn()) {
                if (scene.database().count("select count(*) from holdfast.jobs") < MOST_WAITING) {
                    enqueue(random);
                }
            }
            return null;
        };
    }

    private void enqueue(Random random) {
        List<NewJob> jobs = new ArrayList<>();
        for (int i = 1 + random.nextInt(4); i > 0; i--) {
            jobs.add(job(requests.incrementAndGet(), random));
        }
        scene.store().queue().enqueue(jobs).stream()
                .filter(answer -> answer.result() == Enqueued.Result.INSERTED)
                .forEach(answer -> inserted.add(answer.id()));
    }

    private static NewJob job(int request, Random random) {
        NewJob job = NewJob.ofJson(PgScene.KIND, "{\"r" + request + "\":1}").withPriority(random.nextInt(10));
        return random.nextBoolean() ? job : job.withUniqueKey("key-" + random.nextInt(KEYS));
    }

    private Optional<JobId> newest() {
        return inserted.stream().max(Comparator.naturalOrder());
    }

    /** Cancels a job now and then, one that waits or runs. */
    Callable<Void> operator() {
        return () -> {
            int cancelAt = 0;
            while (goesOn()) {
                if (settled.get() >= cancelAt) {
                    cancelAt = settled.get() + SETTLED_PER_CANCEL;
                    newest().ifPresent(id -> scene.store().jobs().cancel(id, "torture"));
                }
            }
            return null;
        };
    }

    Callable<Void> worker(Random random) {
        return () -> {
            Session session = scene.openSession();
            while (goesOn()) {
                if (!work(session, random) || random.nextInt(40) == 0) {
                    die(session);
                    session = scene.openSession();
                }
            }
            die(session);
            return null;
        };
    }

    private void die(Session session) {
        dead.add(session);
        session.close();
    }

    /** @return false if the session has ended */
    private boolean work(Session session, Random random) {
        LeaseRequest request = scene.request(1 + random.nextInt(8));
        boolean suspects = random.nextBoolean();
        var leased = session.lease(
                new LeaseRequest(request.number(), request.queues(), request.kinds(), request.limit(), suspects));
        Map<JobId, Integer> followUps = new HashMap<>();
        List<Settlement> batch = new ArrayList<>();
        for (LeasedJob job : leased.jobs()) {
            batch.add(PgScene.ending(job, attempt(job, random, followUps)));
        }
        Set<JobId> accepted = session.settle(batch).accepted();
        settled.addAndGet(accepted.size());
        followUps.keySet().removeAll(accepted);
        withdrawn.addAll(followUps.values());
        return leased.live();
    }

    /** A job asks for the same locks each time; every third one for two, in a circle with others. */
    private Ending attempt(LeasedJob job, Random random, Map<JobId, Integer> followUps) {
        List<LockKey> keys = Stream.iterate(job.id().value(), id -> id + 1)
                .limit(job.id().value() % 3 == 0 ? 2 : 1)
                .map(id -> new LockKey("pr-actuation", "lock-" + id % LOCKS))
                .toList();
        LockClaim claim = null;
        for (LockKey key : keys) {
            LockClaim asking = scene.store().locks().claim(key, Owner.of(job.lease(), job.id()));
            claim = asking;
            boolean forced = random.nextInt(20) == 0;
            Acquisition answer = witness.ask(asking, () -> forced ? steal(asking, random) : asking.tryAcquire());
            if (!(answer instanceof Acquisition.Granted)) {
                return parked(keys, random);
            }
        }
        if (random.nextBoolean()) {
            witness.release(claim);
        }
        if (random.nextInt(4) == 0) {
            int request = requests.incrementAndGet();
            followUps.put(job.id(), request);
            return new Ending.Completed("done", List.of(job(request, random)));
        }
        return ending(random);
    }

    /** One that is polite at first loses patience: the lock is reserved for it, and nobody else could have it meanwhile. */
    private static Acquisition steal(LockClaim claim, Random random) {
        if (random.nextBoolean()) {
            claim.steal(new Steal("torture", Steal.Mode.REVOKE));
        }
        return claim.steal(new Steal("torture", Steal.Mode.NOW));
    }

    private static Ending parked(List<LockKey> keys, Random random) {
        Duration longest = Duration.ofMillis(1 + random.nextInt(2_000));
        return new Ending.Parked(keys, new Settlement.Wait(longest, Duration.ZERO, false), "busy");
    }

    private static Ending ending(Random random) {
        return switch (random.nextInt(8)) {
            case 0 -> new Ending.Retried("failed", Duration.ZERO);
            case 1 -> new Ending.Returned(random.nextBoolean(), "drain");
            case 2 -> new Ending.Discarded("hopeless");
            case 3 -> new Ending.Snoozed(Duration.ofMillis(random.nextInt(50)), "later", false);
            default -> new Ending.Completed("done", List.of());
        };
    }

    /** Looks at the lines now and then, as every worker does. */
    Callable<Void> lookout() {
        CountDownLatch never = new CountDownLatch(1);
        return () -> {
            while (goesOn() && !never.await(200, TimeUnit.MILLISECONDS)) {
                scene.store().sessions().wakeWaiters(List.of());
            }
            return null;
        };
    }

    /** Ends the sessions whose workers have died, and now and then one whose worker lives. */
    Callable<Void> reaper() {
        return () -> {
            Random random = new Random(endsAt);
            while (goesOn()) {
                scene.store().sessions().beats().stream()
                        .filter(beat ->
                                random.nextInt(20) == 0 || isDead(beat.session().value()))
                        .forEach(beat -> scene.store().sessions().reap(beat));
            }
            return null;
        };
    }

    private boolean isDead(long session) {
        return dead.stream().anyMatch(one -> one.id().value() == session);
    }

    /** Ends every session and completes what is left. */
    void drain() {
        scene.store()
                .sessions()
                .beats()
                .forEach(beat -> scene.store().sessions().reap(beat));
        Session last = scene.openSession();
        scene.database().execute("update holdfast.jobs set run_at = now(), suspect = false");
        List<LeasedJob> jobs;
        do {
            jobs = scene.lease(last, 500);
            PgScene.complete(last, jobs);
        } while (!jobs.isEmpty());
    }

    Set<JobId> inserted() {
        return inserted;
    }

    LockWitness witness() {
        return witness;
    }

    /** Requests that no ended round has in its payload. */
    Set<Integer> unserved() {
        Set<Integer> unserved = new TreeSet<>();
        for (int i = 1; i <= requests.get(); i++) {
            unserved.add(i);
        }
        String served = scene.database()
                .ask("select string_agg(distinct substr(r, 2), ',') from holdfast.job_history,"
                        + " jsonb_object_keys(payload) r");
        unserved.removeAll(withdrawn);
        for (String request : served.split(",")) {
            unserved.remove(Integer.valueOf(request));
        }
        return unserved;
    }
}
