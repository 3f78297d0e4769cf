package dev.holdfast.runtime;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.holdfast.event.WorkerEvent;
import dev.holdfast.lease.LeaseToken;
import dev.holdfast.queue.LeaseRequest;
import dev.holdfast.queue.Leased;
import dev.holdfast.queue.LeasedJob;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The run loop: leases what can start soon, and hands it to the slots. It runs at its own pace; a freed slot or a
 * notification only wakes it.
 */
final class Fetcher implements Service {
    /** Leased jobs that could not start for so long go back, for another worker to run. */
    private static final Duration PREFETCH_PATIENCE = Duration.ofSeconds(2);

    /** Under a load that never ends no slot stays free: so often the line before them is let run empty. */
    private static final Duration SUSPECTS_TURN = Duration.ofSeconds(5);

    /** Suspects are rare: where there was none, other work comes first, and under a load for so long. */
    private static final Duration SUSPECTS_PAUSE = Duration.ofSeconds(1);

    /**
     * No priority starves: of so many leases that left something behind one begins with the lowest, among jobs that have
     * been due for so long.
     */
    private static final int TURNS = 10;

    private static final Duration OVERDUE = Duration.ofMinutes(1);

    private final Context context;
    private final Supplier<Optional<Tenure>> tenure;
    private final Parts parts;
    private final Pace pace;
    private final QueueOrder order;
    private final Idleness idleness;

    /** Where leased jobs go. */
    record Parts(Set<String> kinds, Slots slots, Attempts attempts, AttemptRunner runner, Settler settler) {}

    private final SessionLoss loss;
    private Runnable onLostReply = () -> {};
    private Duration suspectsAskedAt = Duration.ZERO;
    private Optional<Duration> noSuspectsAt = Optional.empty();
    private int turn;

    Fetcher(Context context, Supplier<Optional<Tenure>> tenure, Parts parts, SessionLoss loss) {
        this.context = context;
        this.tenure = tenure;
        this.parts = parts;
        this.loss = loss;
        this.pace = new Pace(context.config().work().poll(), context.random());
        this.order = new QueueOrder(context.config().work());
        this.idleness = new Idleness(context.config().work().queues(), pace);
    }

    /** Called once, before the first round. */
    void whenReplyLost(Runnable action) {
        onLostReply = action;
    }

    /** Something may have become due. Called by any thread; the caller wakes the loop. */
    void hint() {
        pace.hint();
    }

    @Override
    public Duration round(Duration now) {
        Duration poll = context.config().work().poll();
        Tenure current = tenure.get().orElse(null);
        if (current == null) {
            return poll;
        }
        boolean running = context.lifecycle().state().leases();
        if (giveBackUnstarted(running ? now.minus(PREFETCH_PATIENCE) : now) && running) {
            parts.slots().waitedInVain(PREFETCH_PATIENCE);
        }
        if (!running) {
            idleness.withdraw(current);
        }
        if (!mayLease(current, now) || parts.kinds().isEmpty()) {
            return poll;
        }
        boolean suspectFirst = isForSuspects(now);
        if (suspectFirst) {
            leaseSuspect(current, now);
        }
        boolean more = leaseMany(current, now);
        if (!suspectFirst && !more) {
            leaseSuspect(current, now);
        }
        Duration pause = idleness.pause(current, now);
        return more ? Duration.ZERO : pause;
    }

    private boolean mayLease(Tenure current, Duration now) {
        return context.lifecycle().state().leases()
                && current.isTrusted(now)
                && !parts.settler().isDelayed()
                && !parts.settler().isBehind();
    }

    /** True if suspects come first: where there was one, and under a load where nobody has asked for a while. */
    private boolean isForSuspects(Duration now) {
        if (noSuspectsAt.isEmpty()) {
            return true;
        }
        boolean askedLately = now.minus(noSuspectsAt.get()).compareTo(SUSPECTS_PAUSE) < 0;
        return !askedLately && (pace.isLoaded() || isSuspectsTurn(now));
    }

    private boolean isSuspectsTurn(Duration now) {
        return now.minus(suspectsAskedAt).compareTo(SUSPECTS_TURN) > 0;
    }

    /** While a slot is free: a suspect is never leased ahead of one. */
    private void leaseSuspect(Tenure current, Duration now) {
        if (parts.slots().hasSuspect()) {
            suspectsAskedAt = now;
        } else if (parts.slots().hasRoomForSuspect()) {
            suspectsAskedAt = now;
            boolean found = lease(current, 1, true, Duration.ZERO) > 0;
            noSuspectsAt = found ? Optional.empty() : Optional.of(now);
        }
    }

    /** True if there may be more. The line is not filled while a suspect may have waited too long for a free slot. */
    private boolean leaseMany(Tenure current, Duration now) {
        int room = isSuspectsTurn(now) ? 0 : parts.slots().room();
        if (room > 0 && turn == TURNS - 1) {
            turn = 0;
            room -= lease(current, room, false, OVERDUE);
        }
        boolean full = room > 0 && lease(current, room, false, Duration.ZERO) == room;
        turn += full ? 1 : 0;
        return full && parts.slots().room() > 0;
    }

    private int lease(Tenure current, int limit, boolean suspect, Duration overdue) {
        LeaseToken token = current.nextLease();
        try {
            LeaseRequest request =
                    new LeaseRequest(token.number(), order.next(), parts.kinds(), limit, suspect, overdue);
            Leased answer = current.session().lease(request);
            order.leased(request, answer.jobs());
            if (!answer.live()) {
                loss.lost(current);
            }
            // Looks for something rare say nothing about the load when they find nothing.
            boolean ordinary = !suspect && overdue.isZero();
            if (ordinary || !answer.jobs().isEmpty()) {
                pace.found(answer.jobs().size());
            }
            take(current, token, answer.jobs());
            return answer.jobs().size();
        } catch (RuntimeException e) {
            // Landed first: a reconcile leaves alone what is still in flight.
            current.landed(token);
            onLostReply.run();
            throw e;
        } finally {
            current.landed(token);
        }
    }

    /** Everything is known before anything starts, so that a reconcile gives none of it back. */
    private void take(Tenure current, LeaseToken token, List<LeasedJob> jobs) {
        if (jobs.isEmpty()) {
            return;
        }
        Duration now = context.ticker().now();
        List<Tracked> leased =
                jobs.stream().map(job -> new Tracked(job, current, now)).toList();
        leased.forEach(parts.attempts()::add);
        context.events().emit(new WorkerEvent.JobsLeased(token, jobs.size()));
        leased.forEach(job -> parts.slots().submit(job, () -> parts.runner().run(job)));
    }

    /** Returns leased jobs that have not started and were leased before the given moment. False if there is none. */
    @CanIgnoreReturnValue
    boolean giveBackUnstarted(Duration leasedBefore) {
        List<Tracked> unstarted = parts.slots().takeUnstarted(leasedBefore);
        unstarted.forEach(job -> parts.runner().giveBack(job, "no slot became free"));
        return !unstarted.isEmpty();
    }
}
