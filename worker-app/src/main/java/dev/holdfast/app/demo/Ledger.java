package dev.holdfast.app.demo;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.holdfast.lease.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** Everything the workers told, in the order in which it was seen. Thread-safe. */
final class Ledger {
    private final Ticker ticker;

    @GuardedBy("this")
    private final List<Sighting> sightings = new ArrayList<>();

    Ledger(Ticker ticker) {
        this.ticker = ticker;
    }

    Duration now() {
        return ticker.now();
    }

    synchronized void add(Sighting sighting) {
        sightings.add(sighting);
        notifyAll();
    }

    private synchronized List<Sighting> all() {
        return List.copyOf(sightings);
    }

    List<Sighting> all(String event) {
        return all().stream().filter(sighting -> sighting.is(event)).toList();
    }

    /** Waits until a worker has told something. False if it did not in time. */
    synchronized boolean await(Predicate<Sighting> wanted, Duration patience) throws InterruptedException {
        Duration deadline = ticker.now().plus(patience);
        while (sightings.stream().noneMatch(wanted)) {
            long left = deadline.minus(ticker.now()).toMillis();
            if (left <= 0) {
                return false;
            }
            wait(left);
        }
        return true;
    }

    /** The session a worker opened last. */
    Optional<Long> session(String worker) {
        return all("SessionOpened").stream()
                .filter(sighting -> sighting.worker().equals(worker))
                .reduce((first, last) -> last)
                .map(sighting -> sighting.number("session"));
    }

    /** Attempts that have started and not ended, by worker: the sighting of each start. */
    List<Sighting> running(String worker) {
        Map<Long, Sighting> running = new LinkedHashMap<>();
        for (Sighting sighting : all()) {
            if (sighting.worker().equals(worker) && sighting.is("AttemptStarted")) {
                running.put(sighting.number("job"), sighting);
            } else if (sighting.worker().equals(worker) && sighting.is("AttemptEnded")) {
                running.remove(sighting.number("job"));
            }
        }
        return List.copyOf(running.values());
    }

    /** Keys a worker was granted and has not released, with the sighting of each grant. */
    Map<String, Sighting> held(String worker) {
        Map<String, Sighting> held = new HashMap<>();
        for (Sighting sighting : all()) {
            if (sighting.worker().equals(worker) && sighting.is("LockGranted")) {
                held.put(sighting.text("key"), sighting);
            } else if (sighting.worker().equals(worker) && (sighting.is("LockReleased") || sighting.is("LockLost"))) {
                held.remove(sighting.text("key"));
            }
        }
        return held;
    }

    /** How long after that moment the key was granted again; empty if it never was. */
    Optional<Duration> grantedAgain(String key, Duration after) {
        return all("LockGranted").stream()
                .filter(sighting -> sighting.text("key").equals(key))
                .map(Sighting::at)
                .filter(at -> at.compareTo(after) > 0)
                .findFirst()
                .map(at -> at.minus(after));
    }

    /** Jobs with a greater id that were leased, and started, by more than one session. */
    long handOvers(long baseline) {
        Map<Long, Set<Long>> sessions = new HashMap<>();
        for (Sighting started : all("AttemptStarted")) {
            sessions.computeIfAbsent(started.number("job"), job -> new HashSet<>())
                    .add(started.number("session"));
        }
        return sessions.entrySet().stream()
                .filter(entry -> entry.getKey() > baseline && entry.getValue().size() > 1)
                .count();
    }
}
