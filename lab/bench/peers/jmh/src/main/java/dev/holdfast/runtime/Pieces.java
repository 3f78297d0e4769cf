package dev.holdfast.runtime;

import dev.holdfast.job.Tally;
import dev.holdfast.lease.JobId;
import dev.holdfast.lease.LeaseToken;
import dev.holdfast.lease.OwnerToken;
import dev.holdfast.lease.SessionId;
import dev.holdfast.lease.Ticker;
import dev.holdfast.lease.TrustWindow;
import dev.holdfast.lock.Acquisition;
import dev.holdfast.lock.LockClaim;
import dev.holdfast.lock.LockKey;
import dev.holdfast.lock.LockPolicy;
import dev.holdfast.lock.Owner;
import dev.holdfast.lock.Release;
import dev.holdfast.lock.Steal;
import dev.holdfast.memory.MemoryStore;
import dev.holdfast.queue.LeasedJob;
import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** What the measured parts of a worker need around them; nothing of it does any I/O. */
final class Pieces {
    static final Duration TIMEOUT = Duration.ofHours(1);

    private static final SessionId SESSION = new SessionId(1);

    final Context context;
    final Tenure tenure;

    Pieces() {
        Ticker ticker = Ticker.system();
        MemoryStore store = new MemoryStore();
        context = new Context(
                WorkerConfig.defaults("bench"),
                new Stores(store.sessions(), store.locks(), store.effects()),
                new Lifecycle(),
                new HeldLocks(),
                new Context.Surroundings(new Events(event -> {}), ticker, RandomGenerator.getDefault()));
        tenure = new Tenure(null, new TrustWindow(ticker.now(), Duration.ofHours(3), Duration.ofSeconds(5)));
    }

    static LeasedJob job(long id) {
        LeasedJob.Limits limits = new LeasedJob.Limits(Tally.NONE, 3, Optional.empty(), false);
        return new LeasedJob(
                new JobId(id), new LeaseToken(SESSION, 1), "default", "noop", "{}", limits, Optional.empty());
    }

    AttemptScope scope(LeasedJob job) {
        return new AttemptScope(context, tenure, job, TIMEOUT);
    }

    Tracked tracked(LeasedJob job) {
        return new Tracked(job, tenure, context.ticker().now());
    }

    static ScopedLock lock(AttemptScope scope) {
        LockKey key = new LockKey("bench", "some/thing");
        Owner owner = new Owner(scope.leased().lease(), scope.leased().id(), OwnerToken.random());
        return new ScopedLock(new Claim(key, owner), LockPolicy.DEFER, scope);
    }

    private record Claim(LockKey key, Owner owner) implements LockClaim {
        @Override
        public Acquisition tryAcquire() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Release release() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Acquisition steal(Steal request) {
            throw new UnsupportedOperationException();
        }
    }
}
