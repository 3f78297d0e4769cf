package dev.holdfast.app.demo;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.holdfast.app.demo.OwnReplica.Seen;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** The workers of the demo: those that are up, and what became of those that were. Thread-safe. */
final class Fleet {
    private static final Duration START = Duration.ofSeconds(30);
    private static final Duration END = Times.STOP_GRACE.plusSeconds(5);

    private final Stage stage;
    private final Ledger ledger;
    private final Consumer<Seen> seen;

    @GuardedBy("this")
    private final List<Replica> present = new ArrayList<>();

    @GuardedBy("this")
    private final List<String> complaints = new ArrayList<>();

    @GuardedBy("this")
    private int started;

    @GuardedBy("this")
    private boolean stopping;

    /** @param seen hears everything the workers tell */
    Fleet(Stage stage, Ledger ledger, Consumer<Seen> seen) {
        this.stage = stage;
        this.ledger = ledger;
        this.seen = seen;
    }

    /** Starts a worker in this process. */
    void startOwn() throws InterruptedException {
        String name = nextName();
        add(OwnReplica.start(name, named(name), seen, this::halt));
    }

    private void halt(int status, String why) {
        stage.screen().say("the process ends so that nothing late can happen: " + why);
        Runtime.getRuntime().halt(status);
    }

    /** Starts several workers in processes of their own; returns when each has its session. */
    List<ChildReplica> startChildren(int count) throws IOException, InterruptedException {
        List<ChildReplica> children = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            children.add(startChild());
        }
        for (ChildReplica child : children) {
            child.awaitPort();
            awaitSession(child.name());
        }
        return children;
    }

    private ChildReplica startChild() throws IOException {
        String name = nextName();
        Map<String, String> own = named(name);
        own.putAll(Map.of("HOLDFAST_LOG_FORMAT", "json", "HOLDFAST_LOG_LEVEL", "debug"));
        ChildReplica child = ChildReplica.start(name, own, stage, seen);
        add(child);
        return child;
    }

    private void awaitSession(String name) throws IOException, InterruptedException {
        if (!ledger.await(
                        sighting -> sighting.is("SessionOpened")
                                && sighting.worker().equals(name),
                        START)
                && !isStopping()) {
            throw new IOException(
                    name + " opened no session; see " + stage.folder().resolve(name + ".log"));
        }
    }

    private synchronized String nextName() {
        started++;
        return "worker-" + started;
    }

    private Map<String, String> named(String name) {
        Map<String, String> own = new HashMap<>(stage.settings());
        own.put("HOLDFAST_INSTANCE", name);
        return own;
    }

    /** A worker that comes while everything stops is stopped at once. */
    private synchronized void add(Replica replica) {
        present.add(replica);
        if (stopping) {
            replica.requestStop();
        }
    }

    private synchronized boolean isStopping() {
        return stopping;
    }

    synchronized List<Integer> ports() {
        return present.stream().filter(Replica::isUp).map(Replica::port).toList();
    }

    /** The workers in processes of their own. */
    synchronized List<ChildReplica> children() {
        return present.stream()
                .filter(ChildReplica.class::isInstance)
                .map(ChildReplica.class::cast)
                .toList();
    }

    synchronized void forget(Replica replica) {
        present.remove(replica);
    }

    /** Asks every worker to stop; a second time, to hurry. Returns at once. */
    synchronized void requestStop() {
        stopping = true;
        present.forEach(Replica::requestStop);
    }

    /** Waits for a worker that was asked to stop, and forgets it. */
    void awaitEnd(Replica replica) throws InterruptedException {
        if (!replica.awaitEnd(END)) {
            complain(replica.name() + " did not end in order");
        }
        forget(replica);
    }

    void awaitEnd() throws InterruptedException {
        for (Replica replica : copy()) {
            awaitEnd(replica);
        }
    }

    private synchronized List<Replica> copy() {
        return List.copyOf(present);
    }

    private synchronized void complain(String what) {
        complaints.add(what);
    }

    /** What went wrong with workers that were asked to stop. */
    synchronized List<String> complaints() {
        return List.copyOf(complaints);
    }
}
