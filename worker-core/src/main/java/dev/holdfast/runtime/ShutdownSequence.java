package dev.holdfast.runtime;

import dev.holdfast.event.WorkerEvent;
import dev.holdfast.job.CancelReason;
import dev.holdfast.lease.JobId;
import dev.holdfast.queue.Session;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * The way down, planned backwards from the kill.
 *
 * <pre>
 *   t0 stop asked  DRAINING    nothing is leased; what has not started goes back; what runs goes on, renewed
 *   t1             CANCELLING  handlers are told to stop; reached at the drain deadline or by a second request
 *   t2             FENCING     no scope hands out a valid lock, no effect starts
 *   t3             RELEASING   what has stopped is settled; for what has not, a last will is left
 *   t4             halt, or the end of the session; heartbeats were running until here
 * </pre>
 *
 * Each step's method is below, in that order. Nothing held by an attempt that still runs is ever released here.
 */
final class ShutdownSequence {
    private static final Duration LOOK = Duration.ofMillis(10);

    private final Context context;
    private final Parts parts;
    private final Optional<Halter> halter;
    private final Duration t0;
    private final BooleanSupplier hurried;
    private final int finishedBefore;
    private final int returnedBefore;

    /**
     * What is being shut down.
     *
     * @param lastRenewals ends the renewals of locks that have a ttl of their own
     * @param changed called whenever an attempt ends or another stop is requested
     */
    record Parts(
            SessionKeeper keeper,
            Attempts attempts,
            Fetcher fetcher,
            Settler settler,
            LastRenewals lastRenewals,
            Wakeup changed) {}

    /** @param hurried true once a second stop was requested */
    ShutdownSequence(Context context, Parts parts, Optional<Halter> halter, BooleanSupplier hurried) {
        this.context = context;
        this.parts = parts;
        this.halter = halter;
        this.hurried = hurried;
        this.t0 = now();
        this.finishedBefore = parts.settler().finished();
        this.returnedBefore = parts.settler().returned();
    }

    StopReport run() throws InterruptedException {
        drain();
        if (parts.attempts().running() > 0) {
            cancel();
        }
        fence();
        return release();
    }

    private void drain() throws InterruptedException {
        context.lifecycle().cancelAt(t0.plus(plan().drain()));
        context.lifecycle().advance(WorkerState.DRAINING);
        parts.attempts().close();
        tellStep();
        parts.fetcher().giveBackUnstarted(now());
        awaitIdle(t0.plus(plan().drain()), hurried);
    }

    private void cancel() throws InterruptedException {
        context.lifecycle().cancelAt(now());
        context.lifecycle().advance(WorkerState.CANCELLING);
        tellStep();
        parts.attempts().scopes().forEach(scope -> scope.cancel(CancelReason.SHUTDOWN));
        awaitIdle(now().plus(plan().cancelGrace()), () -> false);
    }

    private void fence() {
        context.lifecycle().advance(WorkerState.FENCING);
        tellStep();
    }

    private StopReport release() throws InterruptedException {
        context.lifecycle().advance(WorkerState.RELEASING);
        tellStep();
        // Asked before the wait: an attempt that is not among them has handed in its result, which is then waited for.
        List<JobId> forced =
                parts.attempts().scopes().stream().map(AttemptScope::job).toList();
        boolean settled = awaitSettled(releaseDeadline());
        StopReport report = report(forced, settled ? 0 : parts.settler().unanswered());
        if (forced.isEmpty()) {
            within(releaseDeadline(), ShutdownSequence::endSession);
            join(asking(parts.keeper()::abandon), releaseDeadline());
            tellDone(report);
        } else {
            tellDone(report);
            leaveLastWill(report);
        }
        return report;
    }

    /**
     * Only a process that ends at once may leave a will: its peers take it for dead a second later. Both parts of it are
     * asked for at once, since either store may be the one that does not answer.
     */
    private void leaveLastWill(StopReport report) throws InterruptedException {
        if (halter.isPresent()) {
            Duration deadline = releaseDeadline();
            Thread shortening = asking(() -> parts.lastRenewals().shorten(half(deadline)));
            within(deadline, tenure -> tenure.session().end(Session.Will.HALTING));
            join(shortening, deadline);
            halter.get().halt(Halter.FORCED, report.forced().size() + " handlers would not stop");
        }
    }

    /** The moment halfway from now: what is waited for first must leave time for what comes after it. */
    private Duration half(Duration deadline) {
        return now().plus(deadline.minus(now()).dividedBy(2));
    }

    private StopReport report(List<JobId> forced, int unsettled) {
        int finished = parts.settler().finished() - finishedBefore;
        int returned = parts.settler().returned() - returnedBefore;
        return new StopReport(now().minus(t0), new StopReport.Counts(finished, returned, unsettled), forced);
    }

    private void awaitIdle(Duration deadline, BooleanSupplier enough) throws InterruptedException {
        while (parts.attempts().running() > 0 && !enough.getAsBoolean()) {
            Duration left = deadline.minus(now());
            if (left.isNegative() || left.isZero()) {
                return;
            }
            parts.changed().await(left);
        }
    }

    /** Waits until every job that was leased is settled, but for those whose handler still runs. */
    private boolean awaitSettled(Duration deadline) throws InterruptedException {
        while (!isSettled()) {
            Duration left = deadline.minus(now());
            if (left.isNegative() || left.isZero()) {
                return false;
            }
            parts.changed().await(left.compareTo(LOOK) < 0 ? left : LOOK);
        }
        return true;
    }

    /** In flight is asked first: a lease leaves that list only after its jobs are known. */
    private boolean isSettled() {
        boolean landed = parts.keeper()
                .get()
                .filter(tenure -> !tenure.hasEnded())
                .map(tenure -> tenure.inFlight().isEmpty())
                .orElse(true);
        Attempts attempts = parts.attempts();
        return landed && attempts.waiting() == 0 && parts.settler().unanswered() == 0;
    }

    /** Over for this worker first: a beat that finds the session ended then is no loss to tell of. */
    private static void endSession(Tenure tenure) {
        tenure.end();
        tenure.session().end(Session.Will.STOPPED);
    }

    /** Asks something of the session on a thread of its own: a store that hangs must not hold up the halt. */
    private void within(Duration deadline, Consumer<Tenure> request) throws InterruptedException {
        Optional<Tenure> tenure = parts.keeper().get().filter(current -> !current.hasEnded());
        if (tenure.isEmpty()) {
            return;
        }
        join(asking(() -> request.accept(tenure.get())), deadline);
    }

    /** A request that is run as an {@link Interruptible} on a thread of its own, which ends with the process. */
    private Thread asking(Interruptible request) {
        Thread thread = AttemptThreads.daemon("holdfast-last-request", () -> ask(request));
        thread.start();
        return thread;
    }

    private void join(Thread asking, Duration deadline) throws InterruptedException {
        asking.join(Math.max(1, deadline.minus(now()).toMillis()));
    }

    private void ask(Interruptible request) {
        try {
            request.run();
        } catch (RuntimeException | InterruptedException e) {
            context.events().emit(new WorkerEvent.RoundFailed("last request", e));
        }
    }

    /** What may be waited for. */
    @FunctionalInterface
    private interface Interruptible {
        void run() throws InterruptedException;
    }

    private void tellStep() {
        String step = context.lifecycle().state().name();
        int running = parts.attempts().running();
        Duration untilKill = t0.plus(plan().stopGracePeriod()).minus(now());
        context.events().emit(new WorkerEvent.ShutdownStep(step, running, untilKill));
    }

    private void tellDone(StopReport report) {
        context.events()
                .emit(new WorkerEvent.ShutdownDone(
                        report.took(),
                        report.counts().finished(),
                        report.counts().returned(),
                        report.forced()));
    }

    private Duration releaseDeadline() {
        return t0.plus(plan().stopGracePeriod()).minus(plan().exitReserve());
    }

    private ShutdownPlan plan() {
        return context.config().shutdown();
    }

    private Duration now() {
        return context.ticker().now();
    }
}
