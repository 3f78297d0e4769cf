package dev.holdfast.runtime;

import dev.holdfast.lock.LockStore;
import dev.holdfast.memory.MemoryStore;
import dev.holdfast.queue.StoreUnavailableException;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * The way from one worker to its stores: it can be cut, and a test can stand in the way of single requests, named
 * after the method that makes them, before they reach the store or before their answer arrives.
 */
final class Wire {
    /** Stands in a request's way: it blocks, or throws what the worker shall see. */
    @FunctionalInterface
    interface Trap {
        void spring() throws InterruptedException;
    }

    private final Map<String, Trap> before = new ConcurrentHashMap<>();
    private final Map<String, Trap> after = new ConcurrentHashMap<>();
    private final Map<String, AtomicInteger> asked = new ConcurrentHashMap<>();
    private final MemoryStore store;
    private final Stores stores;
    private final AtomicInteger left = new AtomicInteger(Integer.MAX_VALUE);
    private volatile boolean cut;
    private volatile String timeline = "one";

    Wire(MemoryStore store) {
        this(store, store.locks());
    }

    Wire(MemoryStore store, LockStore locks) {
        this.store = store;
        this.stores = new Stores(
                new WiredSessions(store.sessions(), this),
                new WiredLocks(locks, this),
                new WiredEffects(store.effects(), this));
    }

    MemoryStore store() {
        return store;
    }

    Stores stores() {
        return stores;
    }

    /** From now on no request reaches the store. */
    void cut() {
        cut = true;
    }

    /** Cut after so many more requests. */
    void cutAfter(int requests) {
        left.set(requests);
    }

    boolean isCut() {
        return cut;
    }

    /** True if a test stands in the way of beats. */
    boolean isHeldUp() {
        return before.containsKey("heartbeat") || after.containsKey("heartbeat");
    }

    /** All is well again; traps are taken away. */
    void heal() {
        cut = false;
        left.set(Integer.MAX_VALUE);
        before.clear();
        after.clear();
    }

    /** The database behind the wire becomes another one: a standby was promoted. */
    void failOver(String timeline) {
        this.timeline = timeline;
    }

    String timeline() {
        return timeline;
    }

    void before(String request, Trap trap) {
        before.put(request, trap);
    }

    void after(String request, Trap trap) {
        after.put(request, trap);
    }

    /** How often the request was made, whatever became of it. */
    int asked(String request) {
        return asked.computeIfAbsent(request, name -> new AtomicInteger()).get();
    }

    /** A session's connections were closed; that needs no answer. */
    void closed() {
        count("close");
        spring(before, "close");
    }

    private void count(String request) {
        asked.computeIfAbsent(request, name -> new AtomicInteger()).incrementAndGet();
    }

    <T> T ask(String request, Supplier<T> real) {
        count(request);
        if (cut || left.getAndDecrement() <= 0) {
            cut = true;
            throw lost(request);
        }
        spring(before, request);
        T answer = real.get();
        spring(after, request);
        return answer;
    }

    void run(String request, Runnable real) {
        ask(request, () -> {
            real.run();
            return null;
        });
    }

    private static void spring(Map<String, Trap> traps, String request) {
        Trap trap = traps.get(request);
        if (trap == null) {
            return;
        }
        try {
            trap.spring();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw lost(request);
        }
    }

    static StoreUnavailableException lost(String request) {
        return new StoreUnavailableException(request, new IOException("the wire is cut, as the test asked"));
    }

    /** The request, or its answer, is lost. */
    static Trap losing(String request) {
        return () -> {
            throw lost(request);
        };
    }

    /** Springs the first time only. */
    static Trap once(Trap trap) {
        AtomicBoolean done = new AtomicBoolean();
        return () -> {
            if (done.compareAndSet(false, true)) {
                trap.spring();
            }
        };
    }
}
