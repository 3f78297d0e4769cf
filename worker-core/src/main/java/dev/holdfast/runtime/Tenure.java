package dev.holdfast.runtime;

import dev.holdfast.lease.LeaseToken;
import dev.holdfast.lease.TrustWindow;
import dev.holdfast.queue.Session;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The time one session of this worker lasts: what it is trusted for and what was leased under it. When its session is
 * ended by a peer it is over for good; the worker starts another only when every attempt of this one has stopped.
 */
final class Tenure {
    private final Session session;
    private final AtomicInteger leaseNumbers = new AtomicInteger();
    private final Set<Integer> inFlight = ConcurrentHashMap.newKeySet();
    private volatile TrustWindow window;
    private final AtomicInteger failovers = new AtomicInteger();
    private volatile int failoversSeen;
    private volatile long attentionSeen;
    private volatile boolean ended;

    Tenure(Session session, TrustWindow window) {
        this.session = session;
        this.window = window;
    }

    Session session() {
        return session;
    }

    TrustWindow window() {
        return window;
    }

    /** A request sent at this moment was answered: the session was live, and there was nothing else to look at. */
    synchronized void confirm(Duration sentAt) {
        window = window.confirmed(sentAt);
    }

    /**
     * True if the store has something to tell that was not looked at. Until it was, no answer confirms the session: a
     * lock that is being stolen must not be believed any longer than the stealer waits.
     */
    boolean hasUnseen(long attention) {
        return attention != attentionSeen || failovers.get() != failoversSeen;
    }

    /** The database is another one than before: what it has lost must be found out, as if it had called attention. */
    void failedOver() {
        failovers.incrementAndGet();
    }

    int failovers() {
        return failovers.get();
    }

    /** @param failovers how many there had been when the question was sent */
    void saw(long attention, int failovers) {
        attentionSeen = attention;
        failoversSeen = failovers;
    }

    /** The store said that the session has ended. True the first time. */
    synchronized boolean end() {
        boolean first = !ended;
        ended = true;
        return first;
    }

    boolean hasEnded() {
        return ended;
    }

    boolean isTrusted(Duration now) {
        return !ended && window.isOpen(now);
    }

    /** Registers a lease number before its statement is sent. */
    LeaseToken nextLease() {
        int number = leaseNumbers.incrementAndGet();
        inFlight.add(number);
        return new LeaseToken(session.id(), number);
    }

    /** The number of the last lease that was asked for; 0 if there was none. */
    int lastLease() {
        return leaseNumbers.get();
    }

    /** The lease statement was answered, or its outcome is unknown: from here on the store's word decides. */
    void landed(LeaseToken lease) {
        inFlight.remove(lease.number());
    }

    /** Lease numbers whose statement is not answered yet. */
    Set<Integer> inFlight() {
        return Set.copyOf(inFlight);
    }
}
