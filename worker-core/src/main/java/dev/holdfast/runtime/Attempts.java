package dev.holdfast.runtime;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Every leased job the worker knows: waiting for a slot, running, or waiting for its settlement to be answered.
 * Thread-safe.
 */
final class Attempts {
    private final ConcurrentMap<LeaseRef, Tracked> known = new ConcurrentHashMap<>();
    private final Runnable changed;
    private boolean closed;
    private int running;

    /** @param changed called after an attempt has stopped */
    Attempts(Runnable changed) {
        this.changed = changed;
    }

    void add(Tracked leased) {
        known.put(leased.ref(), leased);
    }

    Set<LeaseRef> refs() {
        return Set.copyOf(known.keySet());
    }

    Optional<Tracked> find(LeaseRef ref) {
        return Optional.ofNullable(known.get(ref));
    }

    void forget(LeaseRef ref) {
        known.remove(ref);
    }

    /** Starts an attempt, unless the doors are closed; after {@link #close} returned, none starts. */
    synchronized boolean start(Tracked leased, AttemptScope scope) {
        if (closed) {
            return false;
        }
        running++;
        leased.runs(scope);
        return true;
    }

    /** The attempt's handler has exited. */
    void stopped(Tracked leased) {
        synchronized (this) {
            running--;
            leased.hasStopped();
        }
        changed.run();
    }

    synchronized void close() {
        closed = true;
    }

    synchronized int running() {
        return running;
    }

    /** Leased jobs that do not run: not started yet, or not settled yet. */
    long waiting() {
        return known.values().stream()
                .filter(tracked -> tracked.running().isEmpty())
                .count();
    }

    /** Scopes whose handler runs now. */
    List<AttemptScope> scopes() {
        return known.values().stream()
                .flatMap(tracked -> tracked.running().stream())
                .toList();
    }
}
