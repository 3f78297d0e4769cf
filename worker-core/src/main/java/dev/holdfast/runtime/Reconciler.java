package dev.holdfast.runtime;

import dev.holdfast.event.WorkerEvent;
import dev.holdfast.job.CancelReason;
import dev.holdfast.lease.OwnerToken;
import dev.holdfast.queue.Holdings;
import dev.holdfast.queue.Settlement;
import dev.holdfast.queue.Settlement.Ending;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Compares what the worker holds with what the store says: after a steal, a cancel, a lost reply or a failover, and
 * every ttl. What the worker does not know is given back; what the store does not know is lost.
 */
final class Reconciler implements Service {
    private final Context context;
    private final Supplier<Optional<Tenure>> tenure;
    private final Attempts attempts;
    private final Settler settler;
    private final SessionLoss loss;

    Reconciler(
            Context context, Supplier<Optional<Tenure>> tenure, Attempts attempts, Settler settler, SessionLoss loss) {
        this.context = context;
        this.tenure = tenure;
        this.attempts = attempts;
        this.settler = settler;
        this.loss = loss;
    }

    @Override
    public Duration round(Duration now) {
        tenure.get().filter(current -> !current.hasEnded()).ifPresent(current -> reconcile(current, now));
        return context.config().term().ttl();
    }

    /** What is looked at afterwards was known before the question was sent: what came later is not missing. */
    private void reconcile(Tenure current, Duration sentAt) {
        int failovers = current.failovers();
        int lastLease = current.lastLease();
        Predicate<Holdings.HeldJob> knownBefore = knownNow(current);
        List<AttemptScope> running = attempts.scopes();
        List<ScopedLock> held =
                context.locks().all().stream().filter(ScopedLock::isLive).toList();
        Holdings holdings = current.session().holdings();
        if (!holdings.live()) {
            loss.lost(current);
            return;
        }
        checkLocks(held, holdings);
        checkRunning(running, holdings);
        // One that was leased since may have ended since, and be known no more.
        Predicate<Holdings.HeldJob> leasedSince = job -> job.lease().number() > lastLease;
        Predicate<Holdings.HeldJob> knownSince = knownNow(current);
        holdings.jobs().stream()
                .filter(knownBefore.or(leasedSince).or(knownSince).negate())
                .forEach(job -> giveBack(current, job));
        holdings.jobs().forEach(this::checkCancel);
        current.saw(holdings.attention(), failovers);
        current.confirm(sentAt);
    }

    private void checkLocks(List<ScopedLock> held, Holdings holdings) {
        if (!context.stores().locks().endsWithLease()) {
            return;
        }
        Map<OwnerToken, Holdings.HeldRow> rows =
                holdings.locks().stream().collect(Collectors.toMap(Holdings.HeldRow::token, row -> row));
        for (ScopedLock lock : held) {
            Holdings.HeldRow row = rows.get(lock.claim().owner().token());
            if (row == null) {
                lost(lock, "another owner has it");
            } else {
                row.revoked().ifPresent(reason -> lost(lock, "it is being stolen: " + reason));
            }
        }
    }

    private void lost(ScopedLock lock, String why) {
        if (new LockLoss(context).lost(lock, why)) {
            lock.scope().cancel(CancelReason.LOCK_LOST);
        }
    }

    private void checkRunning(List<AttemptScope> running, Holdings holdings) {
        Set<LeaseRef> known = holdings.jobs().stream()
                .map(job -> new LeaseRef(job.id(), job.lease()))
                .collect(Collectors.toSet());
        for (AttemptScope scope : running) {
            if (!known.contains(scope.ref()) && !scope.hasExited()) {
                scope.cancel(CancelReason.LEASE_LOST);
            }
        }
    }

    /**
     * What the worker knows, or is about to: a lease in flight. That list is copied first, since a lease leaves it only
     * after its jobs are known.
     */
    private Predicate<Holdings.HeldJob> knownNow(Tenure current) {
        Set<Integer> inFlight = current.inFlight();
        Set<LeaseRef> known = attempts.refs();
        return job -> inFlight.contains(job.lease().number()) || known.contains(new LeaseRef(job.id(), job.lease()));
    }

    private void checkCancel(Holdings.HeldJob job) {
        if (job.cancel().isPresent()) {
            attempts.find(new LeaseRef(job.id(), job.lease())).ifPresent(Tracked::cancel);
        }
    }

    private void giveBack(Tenure current, Holdings.HeldJob job) {
        context.events().emit(new WorkerEvent.LeaseReturned(job.id(), job.lease()));
        Ending ending = new Ending.Returned(false, "the lease's reply was lost");
        settler.submit(new Settler.Pending(current, new Settlement(job.id(), job.lease(), ending), false));
    }
}
