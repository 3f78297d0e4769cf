package dev.holdfast.app.demo;

import dev.holdfast.plugin.DemoScenario;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * What is done to the workers while deliveries come in: each is replaced, one is killed while it holds a lock, and one
 * is frozen in the middle of a slow job until somebody else has done that job, and then goes on. Whether a worker is in
 * the right place is asked of the database after it was stopped, when it cannot move any more.
 */
final class Redeploy {
    private static final Duration LOOK = Duration.ofMillis(5);
    /** For statements that were sent before the freeze. */
    private static final Duration IN_FLIGHT = Duration.ofMillis(150);
    /** A slow job that has just begun will still be there when the signal arrives. */
    private static final Duration JUST_BEGUN = Duration.ofMillis(250);

    private static final Duration BUSY = Duration.ofSeconds(3);
    private static final Duration FIND = Duration.ofSeconds(40);
    private static final Duration TAKEOVER = Times.TTL.plusSeconds(20);

    private final Fleet fleet;
    private final Feeder feeder;
    private final Ledger ledger;
    private final Records records;
    private final Scene scene;

    /** Who speaks, what it is about, and whether somebody wants to leave. */
    record Scene(Screen screen, DemoScenario scenario, CountDownLatch stop) {}

    private final List<String> stranded = new ArrayList<>();
    private Duration killedAt = Duration.ZERO;

    Redeploy(Fleet fleet, Feeder feeder, Ledger ledger, Records records, Scene scene) {
        this.fleet = fleet;
        this.feeder = feeder;
        this.ledger = ledger;
        this.records = records;
        this.scene = scene;
    }

    /** The deliveries are shared out, so that some come in whatever is done to the workers. */
    void run() throws IOException, InterruptedException, SQLException {
        List<ChildReplica> first = fleet.children();
        double share = 1.0 / (first.size() + 2);
        for (int i = 0; i < first.size() && !isStopping(); i++) {
            feeder.allow(share * (i + 0.5));
            replace(first.get(i), share * (i + 1));
        }
        feeder.allow(share * (first.size() + 1));
        killHolder();
        feeder.allow(1.0);
        freezeSlow();
    }

    private void replace(ChildReplica old, double allowed) throws IOException, InterruptedException {
        scene.screen.say("redeploy: a successor for " + old.name() + " starts");
        fleet.startChildren(1);
        feeder.allow(allowed);
        awaitRunning(old);
        scene.screen.say("SIGTERM for " + old.name());
        old.requestStop();
        fleet.awaitEnd(old);
    }

    /** A drain with something to drain is worth more; but it is not waited for long. */
    private void awaitRunning(ChildReplica old) throws InterruptedException {
        Duration deadline = ledger.now().plus(BUSY);
        while (ledger.running(old.name()).isEmpty() && ledger.now().compareTo(deadline) < 0) {
            if (pause(LOOK)) {
                return;
            }
        }
    }

    private void killHolder() throws IOException, InterruptedException, SQLException {
        Optional<ChildReplica> victim = find(this::holdsLockForSure);
        if (victim.isEmpty()) {
            return;
        }
        ChildReplica killed = victim.get();
        killedAt = ledger.now();
        killed.kill();
        fleet.forget(killed);
        scene.screen.say("kill -9 of " + killed.name() + ", which holds " + String.join(", ", stranded));
        fleet.startChildren(1);
        awaitGrants();
    }

    /** Frozen if it does, so that it cannot let go before it is killed. */
    private boolean holdsLockForSure(ChildReplica child) throws IOException, InterruptedException, SQLException {
        if (ledger.held(child.name()).isEmpty()) {
            return false;
        }
        child.freeze();
        pause(IN_FLIGHT);
        stranded.addAll(records.locksOf(session(child)));
        if (stranded.isEmpty()) {
            child.thaw();
        }
        return !stranded.isEmpty();
    }

    private void awaitGrants() throws InterruptedException {
        for (String key : stranded) {
            ledger.await(
                    sighting -> sighting.is("LockGranted")
                            && sighting.text("key").equals(key)
                            && sighting.at().compareTo(killedAt) > 0,
                    TAKEOVER);
        }
    }

    private void freezeSlow() throws IOException, InterruptedException, SQLException {
        long[] job = new long[1];
        Optional<ChildReplica> found = find(child -> runsSlowJobForSure(child, job));
        if (found.isEmpty()) {
            return;
        }
        ChildReplica frozen = found.get();
        long session = session(frozen);
        scene.screen.say("kill -STOP of " + frozen.name() + " in the middle of job " + job[0]);
        awaitTakeover(session, job[0]);
        scene.screen.say("kill -CONT of " + frozen.name() + ": it does not know that it is late");
        frozen.thaw();
        if (!ledger.await(
                sighting ->
                        sighting.is("SettlementRefused") && sighting.worker().equals(frozen.name()),
                TAKEOVER)) {
            scene.screen.say(frozen.name() + " has not tried to settle job " + job[0]);
        }
    }

    /** Frozen if it does: in a slow job, with no lock that guards a mutation. */
    private boolean runsSlowJobForSure(ChildReplica child, long[] job)
            throws IOException, InterruptedException, SQLException {
        Optional<Sighting> begun = ledger.running(child.name()).stream()
                .filter(started -> scene.scenario.slowKinds().contains(started.text("kind")))
                .filter(started -> ledger.now().minus(started.at()).compareTo(JUST_BEGUN) < 0)
                .reduce((first, last) -> last);
        if (begun.isEmpty() || guards(ledger.held(child.name()).keySet())) {
            return false;
        }
        child.freeze();
        pause(IN_FLIGHT);
        job[0] = begun.get().number("job");
        boolean inPlace = records.isLeasedBy(job[0], session(child)) && !guards(records.locksOf(session(child)));
        if (!inPlace) {
            child.thaw();
        }
        return inPlace;
    }

    private boolean guards(Iterable<String> keys) {
        for (String key : keys) {
            if (scene.scenario.guardingNamespaces().contains(key.substring(0, key.indexOf('/')))) {
                return true;
            }
        }
        return false;
    }

    /** Until its session was ended by a peer and the job is somebody else's, or done. */
    private void awaitTakeover(long session, long job) throws InterruptedException, SQLException {
        Duration deadline = ledger.now().plus(TAKEOVER);
        while (ledger.now().compareTo(deadline) < 0 && !isStopping()) {
            if (records.hasEnded(session) && !records.isWaiting(job)) {
                scene.screen.say("session " + session + " was ended after its ttl, and job " + job + " taken over");
                return;
            }
            pause(LOOK.multipliedBy(10));
        }
    }

    /** A question about a worker, whose answer may have to be looked up. */
    private interface Candidate {
        boolean fits(ChildReplica child) throws IOException, InterruptedException, SQLException;
    }

    private Optional<ChildReplica> find(Candidate candidate) throws IOException, InterruptedException, SQLException {
        Duration deadline = ledger.now().plus(FIND);
        while (ledger.now().compareTo(deadline) < 0 && !isStopping()) {
            for (ChildReplica child : fleet.children()) {
                if (child.isUp() && candidate.fits(child)) {
                    return Optional.of(child);
                }
            }
            pause(LOOK);
        }
        return Optional.empty();
    }

    private long session(ChildReplica child) {
        return ledger.session(child.name()).orElse(0L);
    }

    private boolean isStopping() {
        return scene.stop.getCount() == 0;
    }

    private boolean pause(Duration time) throws InterruptedException {
        return scene.stop.await(time.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** How long each lock of the killed worker waited for its next grant; without those nobody asked for again. */
    List<Duration> stranded() {
        return stranded.stream()
                .flatMap(key -> ledger.grantedAgain(key, killedAt).stream())
                .toList();
    }
}
