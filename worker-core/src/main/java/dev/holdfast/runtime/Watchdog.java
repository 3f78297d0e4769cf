package dev.holdfast.runtime;

import dev.holdfast.event.WorkerEvent;
import dev.holdfast.job.CancelReason;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Watches local deadlines and does no I/O, so that nothing can hold it up: attempt timeouts, trust windows, handlers
 * that will not stop, and the moment at which an owner that guards a mutation must be dead.
 */
final class Watchdog implements Service {
    private static final Duration LONGEST_ROUND = Duration.ofMillis(100);
    private static final int MARGIN_SHARE = 8;

    private final Context context;
    private final Supplier<Optional<Tenure>> tenure;
    private final Attempts attempts;
    private final Optional<Halter> halter;
    private final Set<LeaseRef> stuck = ConcurrentHashMap.newKeySet();
    private Runnable onAllStuck = () -> {};
    private Tenure untrusted;
    /** Attempts that outlived their lock and were reported: a process that must not end may see several. */
    private final Set<LeaseRef> outlived = new HashSet<>();

    Watchdog(Context context, Supplier<Optional<Tenure>> tenure, Attempts attempts, Optional<Halter> halter) {
        this.context = context;
        this.tenure = tenure;
        this.attempts = attempts;
        this.halter = halter;
    }

    /** Called once, before the first round. */
    void whenAllAreStuck(Runnable action) {
        onAllStuck = action;
    }

    /** Attempts that were told to stop and did not. */
    int stuck() {
        return stuck.size();
    }

    @Override
    public Duration round(Duration now) {
        List<AttemptScope> scopes = attempts.scopes();
        checkTrust(now, scopes);
        scopes.stream().filter(scope -> scope.isOverdue(now)).forEach(scope -> scope.cancel(CancelReason.TIMEOUT));
        checkOwnWindows(now);
        forgetAllBut(scopes);
        checkHalt(now, scopes);
        checkStuck(now, scopes);
        Duration share = context.config().term().margin().dividedBy(MARGIN_SHARE);
        return share.compareTo(LONGEST_ROUND) < 0 ? share : LONGEST_ROUND;
    }

    /** Untrusted: those that hold locks must stop, the others are told and run on. */
    private void checkTrust(Duration now, List<AttemptScope> scopes) {
        Tenure current = tenure.get().orElse(null);
        if (current == null || current.hasEnded() || current.window().isOpen(now)) {
            untrusted = null;
            return;
        }
        List<AttemptScope> holders =
                scopes.stream().filter(AttemptScope::holdsLocks).toList();
        holders.forEach(scope -> scope.cancel(CancelReason.UNTRUSTED));
        if (untrusted != current) {
            untrusted = current;
            int others = scopes.size() - holders.size();
            context.events().emit(new WorkerEvent.TrustEnded(current.session().id(), holders.size(), others));
        }
    }

    /** Locks with a ttl of their own can lose their trust while the session keeps its own. */
    private void checkOwnWindows(Duration now) {
        if (context.stores().locks().endsWithLease()) {
            return;
        }
        for (ScopedLock lock : context.locks().all()) {
            if (lock.isLive() && !lock.window().isOpen(now)) {
                lock.scope().cancel(CancelReason.UNTRUSTED);
            }
        }
    }

    private void checkHalt(Duration now, List<AttemptScope> scopes) {
        for (AttemptScope scope : scopes) {
            for (ScopedLock lock : context.locks().of(scope.ref())) {
                boolean mustBeDead = lock.guardsMutation() && isOver(lock, now) && !scope.hasExited();
                if (mustBeDead && outlived.add(scope.ref())) {
                    halt("the attempt of " + scope.job() + " still runs, and its lock " + lock.key()
                            + " may be granted to somebody else from now on");
                }
            }
        }
    }

    /** Of its own term, or of its session's: what an ended session holds may be freed wherever it is kept. */
    private static boolean isOver(ScopedLock lock, Duration now) {
        return now.compareTo(lock.window().haltsAt()) >= 0
                || now.compareTo(lock.scope().tenure().window().haltsAt()) >= 0;
    }

    /** Asks no store for anything, a last will among it: there is no time left. */
    private void halt(String why) {
        context.events().emit(new WorkerEvent.SelfFenced(why));
        halter.ifPresent(process -> process.halt(Halter.FORCED, why));
    }

    private void checkStuck(Duration now, List<AttemptScope> scopes) {
        Duration grace = context.config().shutdown().cancelGrace();
        for (AttemptScope scope : scopes) {
            Optional<Duration> since = scope.signal().since().map(now::minus);
            if (since.isPresent() && since.get().compareTo(grace) >= 0 && stuck.add(scope.ref())) {
                context.events()
                        .emit(new WorkerEvent.AttemptStuck(scope.job(), scope.kind(), since.get(), stackOf(scope)));
            }
        }
        if (stuck.size() >= context.config().work().concurrency()) {
            onAllStuck.run();
        }
    }

    /** What is remembered is bounded by what runs. */
    private void forgetAllBut(List<AttemptScope> scopes) {
        Set<LeaseRef> running = scopes.stream().map(AttemptScope::ref).collect(Collectors.toSet());
        outlived.retainAll(running);
        stuck.retainAll(running);
    }

    private static String stackOf(AttemptScope scope) {
        return scope.signal().stack().stream()
                .map(frame -> "  at " + frame)
                .limit(30)
                .collect(Collectors.joining("\n"));
    }
}
