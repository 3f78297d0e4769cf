package dev.holdfast.runtime;

import dev.holdfast.event.WorkerEvent;
import dev.holdfast.job.RetryPolicy;
import dev.holdfast.lease.JobId;
import dev.holdfast.lock.Release;
import dev.holdfast.queue.Settled;
import dev.holdfast.queue.Settlement;
import dev.holdfast.queue.Settlement.Ending;
import dev.holdfast.queue.StoreUnavailableException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Writes the ends of attempts, in batches of what has gathered. A result is kept until the store accepts or refuses it,
 * however long that takes; meanwhile the fetcher leases nothing, so what waits here is bounded by what was leased.
 */
final class Settler implements Service {
    private static final int MAX_BATCH = 1_000;
    /** As many results may wait to be written before no more is leased. */
    private static final int MOST_WAITING = 4 * MAX_BATCH;

    private static final Duration IDLE = Duration.ofSeconds(1);
    private static final Duration AFTER_FAILURE = Duration.ofMillis(200);

    /**
     * A settlement that waits.
     *
     * @param resent true if it was sent before and the outcome is unknown
     */
    record Pending(Tenure tenure, Settlement settlement, boolean resent) {
        LeaseRef ref() {
            return new LeaseRef(settlement.job(), settlement.lease());
        }

        Pending sent() {
            return new Pending(tenure, settlement, true);
        }
    }

    private final Context context;
    private final Attempts attempts;
    private final Deque<Pending> waiting = new ArrayDeque<>();
    private final Wakeup flushed = new Wakeup();
    private volatile boolean delayed;
    private Runnable wake = () -> {};
    private Runnable onCaughtUp = () -> {};
    private final AtomicInteger finished = new AtomicInteger();
    private final AtomicInteger returned = new AtomicInteger();
    private int unanswered;

    Settler(Context context, Attempts attempts) {
        this.context = context;
        this.attempts = attempts;
    }

    /** Called once, before the first round. */
    void wakeWith(Runnable wake) {
        this.wake = wake;
    }

    /** Called once, before the first round. */
    void whenCaughtUp(Runnable action) {
        onCaughtUp = action;
    }

    void submit(Pending pending) {
        (pending.settlement().ending() instanceof Ending.Returned ? returned : finished).incrementAndGet();
        synchronized (waiting) {
            waiting.addLast(pending);
            unanswered++;
        }
        wake.run();
    }

    /** True while the store does not take settlements. */
    boolean isDelayed() {
        return delayed;
    }

    /** True while more results wait than a few batches hold. */
    boolean isBehind() {
        synchronized (waiting) {
            return waiting.size() > MOST_WAITING;
        }
    }

    /** Attempts that ended by themselves so far. */
    int finished() {
        return finished.get();
    }

    /** Jobs given back so far, unstarted or interrupted. */
    int returned() {
        return returned.get();
    }

    int unanswered() {
        synchronized (waiting) {
            return unanswered;
        }
    }

    /** Waits until every settlement was answered. False if the deadline came first. */
    boolean awaitFlushed(Duration deadline) throws InterruptedException {
        while (unanswered() > 0) {
            Duration left = deadline.minus(context.ticker().now());
            if (left.isNegative()) {
                return false;
            }
            flushed.await(left.compareTo(IDLE) < 0 ? left : IDLE);
        }
        return true;
    }

    @Override
    public Duration round(Duration now) {
        boolean wasBehind = isBehind();
        List<Pending> batch = takeBatch();
        if (batch.isEmpty()) {
            return IDLE;
        }
        if (wasBehind && !isBehind()) {
            onCaughtUp.run();
        }
        Settled answer;
        try {
            answer = batch.get(0)
                    .tenure()
                    .session()
                    .settle(batch.stream().map(Pending::settlement).toList());
        } catch (StoreUnavailableException e) {
            keep(batch, e);
            return AFTER_FAILURE;
        } catch (RuntimeException e) {
            keep(batch, e);
            throw e;
        }
        delayed = false;
        batch.forEach(pending -> answered(pending, answer));
        return Duration.ZERO;
    }

    /** From the head: one session's, no job twice. */
    private List<Pending> takeBatch() {
        List<Pending> batch = new ArrayList<>();
        Set<JobId> jobs = new HashSet<>();
        synchronized (waiting) {
            while (batch.size() < MAX_BATCH && !waiting.isEmpty()) {
                Pending next = waiting.peekFirst();
                boolean sameSession = batch.isEmpty() || batch.get(0).tenure() == next.tenure();
                if (!sameSession || !jobs.add(next.settlement().job())) {
                    break;
                }
                batch.add(waiting.removeFirst());
            }
        }
        return batch;
    }

    private void keep(List<Pending> batch, RuntimeException cause) {
        synchronized (waiting) {
            for (int i = batch.size() - 1; i >= 0; i--) {
                waiting.addFirst(batch.get(i).sent());
            }
        }
        if (!delayed) {
            delayed = true;
            context.events().emit(new WorkerEvent.SettlingDelayed(unanswered(), String.valueOf(cause.getMessage())));
        }
    }

    private void answered(Pending pending, Settled answer) {
        JobId job = pending.settlement().job();
        String refusal = answer.refused().get(job);
        if (answer.accepted().contains(job)) {
            settled(pending);
        } else if (refusal != null) {
            unwritable(pending, refusal);
        } else if (pending.resent() && answer.live()) {
            // Sent before, not held any more, and the session never ended: the first sending was written.
            settled(pending);
        } else {
            forget(pending);
            context.events()
                    .emit(new WorkerEvent.SettlementRefused(
                            job, pending.settlement().lease(), "lease lost"));
        }
    }

    private void settled(Pending pending) {
        if (context.stores().locks().endsWithLease()) {
            context.locks()
                    .unregisterAll(pending.ref())
                    .forEach(lock -> tellEnd(lock, lock.endedWithLease(), "settled"));
        }
        finish(pending);
        tellParked(pending.settlement());
        context.events()
                .emit(new WorkerEvent.JobSettled(
                        pending.settlement().job(), pending.settlement().lease()));
    }

    private void tellParked(Settlement written) {
        if (written.ending() instanceof Ending.Parked parked) {
            context.events()
                    .emit(new WorkerEvent.JobParked(
                            written.job(),
                            written.lease(),
                            parked.locks(),
                            parked.terms().longest(),
                            parked.reason()));
        }
    }

    /** Every hold has an end that is told, also the one whose settlement came too late. */
    private void tellEnd(ScopedLock lock, Release result, String why) {
        if (lock.fence().isPresent()) {
            new LockEvents(context).released(lock, result, why);
        }
    }

    /** The row itself cannot be written as asked. Retrying it with the reason keeps the job; it is tried so once. */
    private void unwritable(Pending pending, String reason) {
        Settlement asked = pending.settlement();
        boolean substitute = asked.ending() instanceof Ending.Retried retried
                && retried.error().startsWith("unwritable");
        if (substitute) {
            forget(pending);
            context.events().emit(new WorkerEvent.SettlementRefused(asked.job(), asked.lease(), reason));
            return;
        }
        Duration delay = RetryPolicy.DEFAULT.delay(1, context.random());
        Ending ending = new Ending.Retried("unwritable settlement: " + ErrorText.clean(reason), delay);
        synchronized (waiting) {
            waiting.addLast(new Pending(pending.tenure(), new Settlement(asked.job(), asked.lease(), ending), false));
        }
    }

    private void forget(Pending pending) {
        if (context.stores().locks().endsWithLease()) {
            context.locks()
                    .unregisterAll(pending.ref())
                    .forEach(lock -> tellEnd(lock, Release.NOT_MINE, "it went with the lease"));
        }
        finish(pending);
    }

    private void finish(Pending pending) {
        attempts.forget(pending.ref());
        synchronized (waiting) {
            unanswered--;
        }
        flushed.call();
    }
}
